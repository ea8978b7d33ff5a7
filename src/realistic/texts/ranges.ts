// The usual numbers of properties, by their names.
import { wordsOf } from "../../document/names.ts";
import { byName, byWord } from "./words-in.ts";

/** The usual numbers of properties, by a word in their name. */
const RANGES = byName<readonly [low: number, high: number]>([
  ["price amount total cost fee balance subtotal unitprice", [5, 200]],
  ["salary wage payroll grossamount grosspay netamount netpay creditlimit", [2_400, 6_800]],
  ["budget revenue turnover", [5_000, 90_000]],
  ["taxrate vatrate discountpercent discountpercentage discountrate", [5, 25]],
  ["tax discount shipping tip", [1, 20]],
  ["quantity qty seats", [1, 5]],
  ["count stock capacity pages items followers likes views", [1, 50]],
  ["size bytes filesize contentlength", [12_000, 900_000]],
  ["weightg grams", [200, 4_000]],
  ["pagecount numberofpages", [120, 560]],
  ["born birthyear", [1_925, 1_995]],
  ["renewals extensions warnings strikes attempts retries", [0, 2]],
  ["age", [18, 80]],
  ["year vintage", [2015, 2025]],
  ["month", [1, 12]],
  ["day", [1, 28]],
  ["hour", [0, 23]],
  ["minute minutes second seconds duration", [1, 59]],
  ["rating stars", [3, 5]],
  ["time took elapsed latency", [0, 2]],
  ["score percent percentage progress", [1, 100]],
  ["latitude lat", [-50, 60]],
  ["longitude lng lon", [-120, 150]],
  ["weight height width depth distance length", [1, 100]],
  ["distancem meters metres", [80, 2_500]],
  ["temperature", [-10, 35]],
  ["priority order position rank index level", [1, 10]],
  ["port", [1024, 9999]],
  ["id", [1, 9_999]],
  ["expiresin ttl maxage lifetime", [3_600, 3_600]],
]);

/** What is measured, shared or paid, and not counted. */
const FRACTIONS = new Set(
  `price amount total subtotal cost fee balance salary wage revenue budget unitprice tax discount shipping tip rating time took elapsed
  latency latitude lat longitude lng lon weight height width depth distance length temperature rate ratio factor
  probability confidence average avg mean median fraction share radius volume area speed altitude elevation value
  percent percentage usage utilization interest yield margin multiplier variance deviation angle voltage power energy
  x y z`.split(/\s+/),
);

/** True for what is counted by whole numbers or named by them, judging by its name; undefined if the name does not say. */
export function isCounted(name: string): boolean | undefined {
  const words = wordsOf(name);
  if (words.some((word) => FRACTIONS.has(word))) return false;
  return rangeByName(name) === undefined ? undefined : true;
}

/** The usual range of a property, by its name; undefined if the name says nothing. */
export function rangeByName(name: string): readonly [low: number, high: number] | undefined {
  return byWord(name, RANGES);
}

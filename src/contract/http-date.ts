// HTTP dates (RFC 9110 section 5.6.7): writes one format and reads three.

const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const TIME = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";

/** Each format with its weekday names, Sunday first. */
const FORMS = [
  {
    pattern: new RegExp(`^(?<weekday>\\w+), (?<day>\\d\\d) (?<month>${MONTHS}) (?<year>\\d{4}) ${TIME} GMT$`),
    weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
  },
  {
    pattern: new RegExp(`^(?<weekday>\\w+), (?<day>\\d\\d)-(?<month>${MONTHS})-(?<year>\\d\\d) ${TIME} GMT$`),
    weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  },
  {
    pattern: new RegExp(`^(?<weekday>\\w+) (?<month>${MONTHS}) (?<day>[\\d ]\\d) ${TIME} (?<year>\\d{4})$`),
    weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
  },
] as const;

/** Writes a time, in milliseconds since 1970, as IMF-fixdate: "Thu, 05 Dec 2030 00:00:00 GMT". */
export function writeHttpDate(time: number): string {
  return new Date(time).toUTCString();
}

/**
 * Reads a date in any of the three formats that a recipient must accept: IMF-fixdate, RFC 850 and asctime.
 * @param now decides the century of an RFC 850 date: one more than 50 years ahead is in the past
 * @returns milliseconds since 1970; undefined for anything else, and for a wrong weekday or day
 */
export function readHttpDate(text: string, now: number = Date.now()): number | undefined {
  for (const { pattern, weekdays } of FORMS) {
    const parts = pattern.exec(text)?.groups;
    if (parts === undefined) continue;
    const day = Number(parts["day"]);
    const year = yearOf(parts["year"] ?? "", now);
    const month = MONTHS.split("|").indexOf(parts["month"] ?? "");
    const date = new Date(0);
    date.setUTCFullYear(year, month, day);
    const isReal = date.getUTCDate() === day && weekdays[date.getUTCDay()] === parts["weekday"];
    date.setUTCHours(Number(parts["hour"]), Number(parts["minute"]), Number(parts["second"]));
    return isReal ? date.getTime() : undefined;
  }
  return undefined;
}

/** Reads a date in the only format that a sender may write (IMF-fixdate). */
export function readImfDate(text: string): number | undefined {
  const time = readHttpDate(text);
  return time !== undefined && writeHttpDate(time) === text ? time : undefined;
}

function yearOf(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + Number(digits);
  return year > current + 50 ? year - 100 : year;
}

// Maps offsets in the build to offsets in the source, with the compiler's source maps.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Reads the map of one file.
 * @param folder the checkout, built with source maps
 * @param file the source without extension, such as "src/json/read"
 * @returns undefined if the built file has no source, like the prepared validators; else `sourceAt` for the offset of a
 * function, and `sourceRange` for a block: the first and the last offset in it
 */
export function readMap(folder, file) {
  const built = join(folder, "dist", `${file}.js`);
  if (!existsSync(`${built}.map`)) return undefined;
  const starts = lineStarts(readFileSync(built, "utf8"));
  const sourceStarts = lineStarts(readFileSync(join(folder, `${file}.ts`), "utf8"));
  const { mappings } = JSON.parse(readFileSync(`${built}.map`, "utf8"));
  const points = decoded(mappings).map(({ line, column, sourceLine, sourceColumn }) => ({
    at: starts[line] + column,
    source: sourceStarts[sourceLine] + sourceColumn,
  }));
  const after = (offset) => firstFrom(points, offset);
  return {
    sourceAt: (offset) => points[Math.max(0, after(offset + 1) - 1)]?.source ?? 0,
    sourceRange: (start, end) => {
      const inside = points.slice(after(start), after(end)).map(({ source }) => source);
      return inside.length === 0 ? undefined : [Math.min(...inside), Math.max(...inside)];
    },
  };
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the first point at or after an offset. */
function firstFrom(points, offset) {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle].at < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The points of a source map, in the order of the built file. */
function decoded(mappings) {
  const points = [];
  let [sourceLine, sourceColumn] = [0, 0];
  for (const [line, segments] of mappings.split(";").entries()) {
    let column = 0;
    for (const segment of segments.split(",")) {
      if (segment === "") continue;
      const [columns, , lines, sourceColumns] = numbers(segment);
      column += columns;
      if (lines === undefined) continue;
      sourceLine += lines;
      sourceColumn += sourceColumns;
      points.push({ line, column, sourceLine, sourceColumn });
    }
  }
  return points;
}

/** The numbers of a segment: base-32 digits, lowest first; the lowest bit is the sign. */
function numbers(segment) {
  const found = [];
  let [value, shift] = [0, 0];
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    found.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return found;
}

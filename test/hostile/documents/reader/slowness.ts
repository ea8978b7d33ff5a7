// How much slower this machine is than the one on which the limits of processor time were set: a processor that others
// share, or that is throttled, takes more of its time for the same work.

/** What the work below takes there, in milliseconds of processor time. */
const USUAL_MS = 110;
/** Whatever a machine is like, nothing may take so many times as long. */
const MOST = 4;

/** Work of the kinds that reading documents is: texts, objects, numbers and sorting. */
function work(): number {
  const things = Array.from({ length: 20_000 }, (_, at) => ({ id: at, name: `thing ${at % 977}`, tags: [at % 7] }));
  let sum = 0;
  for (let round = 0; round < 4; round++) {
    const read = JSON.parse(JSON.stringify(things)) as typeof things;
    const byName = new Map(read.map((one) => [`${one.name} ${one.id % (round + 2)}`, one]));
    for (const [name, { id }] of byName) sum += name.replace(/\d+/g, "").length + id;
    sum += read.toSorted((one, other) => (one.name < other.name ? -1 : 1))[0]?.id ?? 0;
  }
  return sum;
}

/** At least 1; the least of three rounds, because the first ones are not compiled yet. */
export function slowness(): number {
  const rounds = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(MOST, Math.max(1, Math.min(...rounds) / USUAL_MS));
}

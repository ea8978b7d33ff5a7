// Imported first: an older Node would fail somewhere in the middle, with a message about our code.
const LEAST: readonly [major: number, minor: number] = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  process.stderr.write(
    `animal-store needs Node ${LEAST.join(".")} or later, and this is ${process.versions.node}; ` +
      "install a newer one from https://nodejs.org, or choose one with your version manager\n",
  );
  process.exit(2);
}

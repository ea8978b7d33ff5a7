// The last step of the build: prepares the embedded documents, so that `serve` and its control plane answer at once.
const { prepareEmbedded } = await import(new URL("../dist/src/contract/embedded/prepare.js", import.meta.url).href);
await prepareEmbedded();
const { prepareControl } = await import(new URL("../dist/src/http/control/prepare.js", import.meta.url).href);
await prepareControl();

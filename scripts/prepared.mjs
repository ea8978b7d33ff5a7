// The last step of the build: the embedded documents are prepared, so that `serve` and its control plane answer at once.
const { prepareEmbedded } = await import(new URL("../dist/src/contract/embedded/prepare.js", import.meta.url).href);
await prepareEmbedded();
const { prepareControl } = await import(new URL("../dist/src/http/control/prepare.js", import.meta.url).href);
await prepareControl();

/** How many functions are generated from text in the meantime. */
export function countCode(run: () => void): number {
  const { Function: own } = globalThis;
  let count = 0;
  globalThis.Function = new Proxy(own, {
    construct(target, texts) {
      count++;
      return Reflect.construct(target, texts) as object;
    },
  });
  try {
    run();
  } finally {
    globalThis.Function = own;
  }
  return count;
}

// Objects without undefined properties: an option that is not given is absent.

/** Makes properties that may be undefined optional instead. */
export type Defined<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The properties that are not undefined. */
export function defined<T extends object>(properties: T): Defined<T> {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

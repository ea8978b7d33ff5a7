// Objects without properties that are undefined: an option that was not given is absent.

/** The type of an object whose properties that may be undefined may be absent instead. */
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

/** The same type, with `undefined` allowed where a property is optional. */
type Lenient<Value> = {
  readonly [Key in keyof Value]: object extends Pick<Value, Key>
    ? Value[Key] | undefined
    : Value[Key];
};

/** Leaves out what is `undefined`: in contracts, absent is the only way to say nothing. */
export function omitUndefined<Value extends object>(value: Lenient<Value>): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as Value;
}

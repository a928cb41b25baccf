/** The same type, with `undefined` allowed where a property is optional. */
type Lenient<Value> = {
  readonly [Key in keyof Value]: object extends Pick<Value, Key>
    ? Value[Key] | undefined
    : Value[Key];
};

/** Leaves out what is `undefined`: in contracts, absent is the only way to say nothing. */
export function omitUndefined<Value extends object>(value: Lenient<Value>): Value {
  // A loop: every look at the store passes here, and lists of entries cost five times as much.
  const kept: Partial<Value> = {};
  for (const name of Object.keys(value) as (keyof Value)[]) {
    const member = value[name];
    if (member !== undefined) kept[name] = member;
  }
  return kept as Value;
}

/** The options of a select from their labels by value. */
export function listChoices<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly { readonly value: Value; readonly label: string }[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}

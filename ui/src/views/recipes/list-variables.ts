/** The variables that a recipe's document declares, for a form; none where it has another shape. */
export function listVariables(
  document: unknown,
): readonly { readonly name: string; readonly isSecret: boolean }[] {
  const variables =
    typeof document === 'object' && document !== null && 'variables' in document
      ? document.variables
      : undefined;
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).map(([name, value]: [string, unknown]) => ({
    name,
    isSecret:
      typeof value === 'object' && value !== null && 'secret' in value && value.secret === true,
  }));
}

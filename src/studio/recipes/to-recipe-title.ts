/** Returns the title of a recipe's document, at most 200 characters; `Recipe` where it has none. */
export function toRecipeTitle(document: unknown): string {
  const { title } = (typeof document === 'object' && document !== null ? document : {}) as {
    readonly title?: unknown;
  };
  const text = typeof title === 'string' ? title.trim().slice(0, 200) : '';
  return text === '' ? 'Recipe' : text;
}

/** The title of a recipe's document; `undefined` where it has none. */
export function findTitle(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || !('title' in document)) return undefined;
  const { title } = document;
  return typeof title === 'string' && title !== '' ? title : undefined;
}

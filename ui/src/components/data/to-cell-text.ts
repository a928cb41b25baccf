/** A value of an item as the text of one cell: an absent one is empty, a list or an object its JSON. */
export function toCellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

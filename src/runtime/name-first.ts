/** The first names of a list for a sentence, and how many there are behind them: "tab, row and 3 more". With `count`, of so many. */
export function nameFirst(
  names: readonly string[],
  most: number,
  count: number = names.length,
): string {
  const named = names.slice(0, most);
  return count > named.length
    ? `${named.join(', ')} and ${count - named.length} more`
    : named.join(', ');
}

/** The same of the places of values, by their JSON Pointers. */
export function nameFirstPlaces(pointers: readonly string[], most: number): string {
  const names = pointers.map((pointer) => (pointer === '' ? 'the whole value' : pointer));
  return nameFirst(names, most);
}

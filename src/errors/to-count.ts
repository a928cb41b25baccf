/** A number of things for people: `1 page`, `2 pages`; `plural` where it is no more than the noun with an `s`. */
export function toCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A number of things for people: `1 page`, `2 pages`; `plural` where it is no more than the noun with an `s`. */
export function toCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

const minuteMs = 60_000;
const secondMs = 1_000;

/** A time for people, in the largest unit that needs at most one decimal place: `15 min`, `90 s`, `2.5 s`, `40 ms`. */
export function toDuration(ms: number): string {
  if (ms >= minuteMs && ms % minuteMs === 0) return `${ms / minuteMs} min`;
  if (ms >= secondMs) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.round(ms)} ms`;
}

/** Longest address that a message shows. */
const maxLength = 300;

/** An address as messages show it: without user name, password and fragment, and without what its query says, as logs do. */
export function toShownUrl(address: string): string {
  const url = URL.parse(address);
  if (url === null) return 'an address that cannot be read';
  const shown = `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?[redacted]'}`;
  return shown.length <= maxLength ? shown : `${shown.slice(0, maxLength)}…`;
}

/** What a system error says about a file, in words. */
export function describeFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOTDIR':
      return 'a part of its path is no folder';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

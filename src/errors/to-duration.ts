const minuteMs = 60_000;
const secondMs = 1_000;

/** A time for people, in the largest unit that needs at most one decimal place: `15 min`, `90 s`, `2.5 s`, `40 ms`. */
export function toDuration(ms: number): string {
  if (ms >= minuteMs && ms % minuteMs === 0) return `${ms / minuteMs} min`;
  if (ms >= secondMs) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.round(ms)} ms`;
}

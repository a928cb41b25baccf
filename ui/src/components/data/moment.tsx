export interface MomentProps {
  /** Milliseconds since 1970. */
  readonly at: number | null | undefined;
  /** The text for no moment. */
  readonly none?: string;
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const withYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A moment as people say it, from now within a week and as a date beyond; exact in its title. */
export function Moment({ at, none = 'None' }: MomentProps) {
  if (at === null || at === undefined) return <span className="soft">{none}</span>;
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {toWords(date, Date.now())}
    </time>
  );
}

function toWords(date: Date, nowMs: number): string {
  const differenceMs = date.getTime() - nowMs;
  const size = Math.abs(differenceMs);
  if (size > 7 * units[0][1]) return withYear.format(date);
  const unit = units.find(([, ms]) => size >= ms);
  return unit === undefined
    ? 'just now'
    : relative.format(Math.round(differenceMs / unit[1]), unit[0]);
}

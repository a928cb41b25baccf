/** The clock on the wall of a time zone. Its times are written as the milliseconds that they would be in UTC. */
export interface WallClock {
  /** What it shows at a moment, in whole seconds. */
  show(momentMs: number): number;
  /** The first moment at which it shows a time; for one that summer time skips, the moment right after what is skipped. */
  findMoment(wallMs: number): number;
}

const dayMs = 86_400_000;
const secondMs = 1_000;

/** The clock of an IANA time zone. */
export function createWallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function show(momentMs: number): number {
    const parts = new Map(
      format.formatToParts(momentMs).map(({ type, value }) => [type, Number(value)]),
    );
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = partNames.map((name) =>
      parts.get(name),
    );
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  return {
    show,
    findMoment(wallMs) {
      // By what it is ahead of UTC a day before and a day after: of the two, the earlier moment comes first.
      const found = [wallMs - dayMs, wallMs + dayMs]
        .map((nearMs) => wallMs - (show(nearMs) - nearMs))
        .toSorted((a, b) => a - b)
        .find((momentMs) => show(momentMs) === wallMs);
      return found ?? findFirst(wallMs - dayMs, wallMs + dayMs, (atMs) => show(atMs) > wallMs);
    },
  };
}

const partNames = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The first second after `fromMs`, and up to `toMs`, of which it is true; it is of all that follow, too. */
function findFirst(fromMs: number, toMs: number, isTrue: (atMs: number) => boolean): number {
  let [before, first] = [fromMs, toMs];
  while (first - before > secondMs) {
    const middle = before + Math.floor((first - before) / 2 / secondMs) * secondMs;
    if (isTrue(middle)) first = middle;
    else before = middle;
  }
  return first;
}

/** From Sunday on, as cron counts. */
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** How often a schedule runs, as people say it; `custom` is a cron expression that none of the others is. */
export type RhythmKind = 'hourly' | 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'custom';

/** What a person chooses in the sentence. */
export interface Rhythm {
  readonly kind: RhythmKind;
  /** 24 hours, `HH:MM`; of an hourly one the minutes alone count. */
  readonly time: string;
  /** 0 is Sunday. */
  readonly weekday: string;
  /** 1 to 31. */
  readonly day: string;
}

/** The cron expression of a rhythm; `undefined` where it is `custom` or has no time. */
export function findCron({ kind, time, weekday, day }: Rhythm): string | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{1,2})$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined || kind === 'custom') return undefined;
  const at = `${Number(minute)} ${Number(hour)}`;
  const crons = {
    hourly: `${Number(minute)} * * * *`,
    daily: `${at} * * *`,
    weekdays: `${at} * * 1-5`,
    weekly: `${at} * * ${weekday}`,
    monthly: `${at} ${day} * *`,
  };
  return crons[kind];
}

/** The rhythm of a cron expression; `custom` where no sentence says it. */
export function toRhythm(cron: string): Rhythm {
  const fallback = { kind: 'custom', time: '06:00', weekday: '1', day: '1' } as const;
  const [minute = '', hour = '', day = '', month, weekday = '', ...more] = cron.trim().split(/\s+/);
  const isPlain = /^\d{1,2}$/.test(minute) && month === '*' && more.length === 0;
  if (!isPlain) return fallback;
  const time = `${(hour === '*' ? '0' : hour).padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (hour === '*') {
    return day === '*' && weekday === '*' ? { ...fallback, kind: 'hourly', time } : fallback;
  }
  if (!/^\d{1,2}$/.test(hour)) return fallback;
  if (day === '*' && weekday === '*') return { ...fallback, kind: 'daily', time };
  if (day === '*' && weekday === '1-5') return { ...fallback, kind: 'weekdays', time };
  if (day === '*' && /^[0-6]$/.test(weekday)) return { ...fallback, kind: 'weekly', time, weekday };
  if (/^\d{1,2}$/.test(day) && weekday === '*') return { ...fallback, kind: 'monthly', time, day };
  return fallback;
}

/** A cron expression as a sentence, where one says it, else as it is. */
export function toSentence(cron: string): string {
  const { kind, time, weekday, day } = toRhythm(cron);
  if (kind === 'custom') return cron;
  if (kind === 'hourly') return `Every hour at minute ${time.slice(3)}`;
  if (kind === 'weekly') return `Every ${weekdays[Number(weekday)] ?? weekday} at ${time}`;
  if (kind === 'monthly') return `On day ${day} of each month at ${time}`;
  if (kind === 'weekdays') return `From Monday to Friday at ${time}`;
  return `Every day at ${time}`;
}

const hour = String.raw`\d{1,2}(?:[:.h]\d{2}(?:\s?(?:[ap]\.?m\b\.?|uhr\b|h\b))?|\s?(?:[ap]\.?m\b\.?|uhr\b))`;
const timeOfDay = new RegExp(String.raw`(?<![\d.,:])${hour}(?!\d|[:.,]\d)`, 'giu');
const oneTime = new RegExp(`^${hour}$`, 'iu');
/** Of a range the end may say alone whether it is before noon; behind it may stand the time of which place it is: "7 – 9 pm", "19:00 CET". */
const timeOrRange = new RegExp(
  String.raw`^(?:(?:from|von)\s)?(?:(?:\d{1,2}|${hour})\s?(?:[-–—]|to|until|till|bis)\s?)?${hour}(?:\s(?:[ecmp][sd]?t|[cew]es?t|utc|gmt|bst|ist))?$`,
  'iu',
);
/** Characters of a text that says a time of day, or from when until when. */
const maxTimes = 40;

/** The times of day of a text that states no other numbers, as they stand there. */
export function listTimes(text: string): readonly string[] {
  if (text.length > maxTimes) return [];
  const times = text.match(timeOfDay) ?? [];
  return /\d/.test(text.replace(timeOfDay, '')) ? [] : times;
}

/** A text without its times of day. */
export function dropTimes(text: string): string {
  return text.replaceAll(timeOfDay, ' ');
}

/** Whether a text is a time of day: "19:00", "7 pm", "19 Uhr". */
export function isTimeOfDay(text: string): boolean {
  return oneTime.test(text);
}

/** Whether all that a text says is at what time something is, or from when until when: "7:00 PM – 9:30 PM". */
export function saysWhen(text: string): boolean {
  return text.length <= maxTimes && timeOrRange.test(text);
}

import { addTo, toWordSet, lazily } from '../../../runtime/collections.ts';
import type { LineHit } from '../index-lines.ts';
import { type EvidenceForm, type Stretch, maxHits } from './evidence-form.ts';

/** Where a page tells a time of day, and which end of a range it is. */
interface WrittenTime extends Stretch {
  readonly bound: 'start' | 'end' | undefined;
}

const unit = String.raw`(?:a\.?m\.?|p\.?m\.?)(?!\p{L})|uhr(?!\p{L})|h(?:[0-5]\d)?(?![\p{L}\d])`;
const written = String.raw`(?<![\d.,:/\p{L}$€£])(\d{1,2})(?:[:.]([0-5]\d)(?::00)?)? ?(${unit})?(?![\d:/])`;
const times = new RegExp(written, 'gu');
const wholeTime = new RegExp(`^${written}$`, 'iu');
const joint = /^ ?(?:-|–|to|until|till|bis|à) ?$/u;
const openers: ReadonlySet<string> = toWordSet('open opens opening start starts from begin begins');
const closers: ReadonlySet<string> = toWordSet('close closes closing end ends until till to');

/** A time of day: "19:30" as "7.30pm" or "19.30 Uhr". */
export const timeForm: EvidenceForm = ({ index }) => {
  const indexed = lazily(() => indexTimes(index.all));
  return {
    find({ value, text, words }) {
      if (typeof value !== 'string') return [];
      const asked = wholeTime.exec(text);
      const minutes = asked === null ? undefined : toMinutes(asked);
      if (minutes === undefined) return [];
      const bound = words.some((word) => openers.has(word))
        ? 'start'
        : words.some((word) => closers.has(word))
          ? 'end'
          : undefined;
      const { byMinutes, isOneRange } = indexed();
      return (byMinutes.get(minutes) ?? []).flatMap((time): readonly LineHit[] => {
        const hit = index.hitAt(time.start, time.end, 'time');
        if (hit === undefined || hit.line.isAddress) return [];
        if (bound === undefined || time.bound === undefined) return [hit];
        if (bound !== time.bound) return [];
        return [isOneRange ? { ...hit, naming: 'own' } : hit];
      });
    },
  };
};

function indexTimes(all: string): {
  readonly byMinutes: ReadonlyMap<number, readonly WrittenTime[]>;
  /** Whether the page tells one pair of times alone. */
  readonly isOneRange: boolean;
} {
  const byMinutes = new Map<number, WrittenTime[]>();
  const ranges = new Set<string>();
  const found = Array.from(all.matchAll(times), (match) => {
    const { 0: text, index: start } = match;
    const end = start + text.trimEnd().length;
    return { start, end, minutes: toMinutes(match), hour: match[3] };
  });
  found.forEach(({ start, end, minutes }, at) => {
    const before = found[at - 1];
    const behind = found[at + 1];
    const follows = before !== undefined && joint.test(all.slice(before.end, start));
    const leads = behind !== undefined && joint.test(all.slice(end, behind.start));
    // "9.00 – 17.00 Uhr": the hours of both are those of the day.
    const isDay = minutes === undefined && leads && /^(?:uhr|h)/u.test(behind.hour ?? '');
    const told = isDay ? toMinutes(times24(all.slice(start, end))) : minutes;
    if (told === undefined) return;
    const bound = leads && behind.minutes !== undefined ? 'start' : follows ? 'end' : undefined;
    if (bound === 'start') ranges.add(`${told}-${behind?.minutes}`);
    addTo(byMinutes, told, { start, end, bound }, maxHits);
  });
  return { byMinutes, isOneRange: ranges.size === 1 };
}

function times24(text: string): RegExpExecArray | null {
  return wholeTime.exec(`${text} uhr`);
}

/** Minutes since midnight; a number alone is no time, and one with a point only beside a word. */
function toMinutes(match: RegExpExecArray | null): number | undefined {
  const [text = '', hours = '', minutes = '0', word = ''] = match ?? [];
  const hour = Number(hours);
  const half = word.replaceAll('.', '').toLowerCase();
  if (half === '') {
    if (!text.includes(':') || hour > 23) return undefined;
    return hour * 60 + Number(minutes);
  }
  if (half === 'am' || half === 'pm') {
    if (hour < 1 || hour > 12) return undefined;
    return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minutes);
  }
  // "19h30" is the time that "19h" begins; an hour count is a duration as well, so that its name has to say which.
  if (half.startsWith('h')) {
    if (!text.includes('h') || half === 'h' || hour > 23) return undefined;
    return hour * 60 + Number(half.slice(1));
  }
  return hour > 23 ? undefined : hour * 60 + Number(minutes);
}

import type { AnswerLeaf } from '../answer-leaves.ts';
import type { ValueKind } from '../../lexicon/concept.ts';
import type { Availability } from '../../values/qualify-state.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import type { LineHit, LineIndex } from '../index-lines.ts';

/** Most places considered for one value: a short one stands in each row of a long table. */
export const maxHits = 2_000;
/** Names of terms, not of pages. */
export const vocabulary: RegExp = /^https?:\/\/schema\.org\//i;

/** A form in which pages write values otherwise than as they are: a module here, and a line in `create-finder.ts`. */
export type EvidenceForm = (page: FormPage) => {
  /** Whether a value has this form and none of those behind it. */
  readonly isOnly?: (asked: AskedValue) => boolean;
  /** Whether values are looked for in this form whatever other one they have alone. */
  readonly isBeside?: true;
  readonly find: (asked: AskedValue) => readonly LineHit[];
};

export type IsReadAt = (hit: LineHit) => boolean;

export interface AskedValue {
  readonly value: AnswerLeaf['value'];
  /** Empty for a number. */
  readonly text: string;
  /** The kind of the property's values. */
  readonly kind: ValueKind | undefined;
  /** The words of the property's name, where its form depends on them. */
  readonly words: readonly string[];
  /** Whether the value was read at a place, so that it counts whatever stands beside it there. */
  readonly isReadAt?: IsReadAt | undefined;
}

/** A page, and what several forms read of it. */
export interface FormPage {
  readonly index: LineIndex;
  /** How the page writes its numbers. */
  readonly place: NumberPlace;
  readonly numbers: () => NumberIndex;
  readonly states: () => ReadonlyMap<Availability, readonly LineHit[]>;
}

/** Where a number or the like stands in the text of a page. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Whether a word behind it multiplies it: the 2.5 of "2.5 million". */
  readonly isScaled?: boolean | undefined;
}

/** The numbers of a text by their value. */
export interface NumberIndex {
  readonly find: (value: number) => readonly Stretch[];
  /** Those that a word multiplies: 1,500,000 of "1.5 million". */
  readonly findScaled: (value: number) => readonly Stretch[];
  /** How many different numbers of this length the text has: the more, the likelier one of them is there by chance. */
  readonly countLike: (value: number) => number;
}

/** The places of numbers that stand for themselves, and those at which the value was read. */
export function toHits(
  index: LineIndex,
  stretches: readonly Stretch[] | undefined,
  rule: string,
  isReadAt?: IsReadAt,
): readonly LineHit[] {
  return (stretches ?? []).slice(0, maxHits).flatMap(({ start, end }) => {
    const hit = index.hitAt(start, end, rule);
    if (hit === undefined) return [];
    return isOwnNumber(hit, index.all, start, end) || isReadAt?.(hit) === true ? [hit] : [];
  });
}

/** Characters beside a number that is all that an attribute or a leaf of structured data says: a sign, a unit. */
const besideNumber = 6;

/** Behind a number that is a part of a time or a rank: "10:30", "2nd". */
const inOther = /^(?::\d|(?:st|nd|rd|th)(?!\p{L}))/u;

/** Whether a number stands for itself: not as a part of a time or a rank, nor in an attribute or a name among other things. */
function isOwnNumber({ line }: LineHit, all: string, start: number, end: number): boolean {
  if (line.isAddress) return false;
  if (line.kind !== 'text' && line.text.length > end - start + besideNumber) return false;
  const after = all.slice(end, end + 3);
  return !/\d:$/.test(all.slice(Math.max(0, start - 2), start)) && !inOther.test(after);
}

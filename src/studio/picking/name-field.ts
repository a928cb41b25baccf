import type { PickedField } from '../../browsers/in-page/picking/create-field-lister.ts';
import { splitWords } from '../../structure/analysis/fold-label.ts';
import { findConcept, findConceptByLabel } from '../../structure/lexicon/lexicon.ts';
import { foldLabel } from '../../structure/analysis/fold-label.ts';

/** Words of a name; a longer one is a sentence. */
const maxWords = 5;
const maxName = 60;
/** Class names that say how something looks or where it stands, not what it is. */
const plainWords: ReadonlySet<string> = new Set(
  'text txt span div box block wrap wrapper inner outer container content item items row col column cell left right top bottom small large big bold muted link links btn button line field value val label data card list entry element first last odd even active clearfix float pull main sub body head header footer info meta d flex grid lg md sm xs mb mt p m w h fw'.split(
    ' ',
  ),
);

/**
 * Returns a name for a value: what the page's column or label calls it, the name in its structured data or markup, a class
 * that says what it is, or what its element is for; unique among `taken`.
 */
export function nameField(field: PickedField, key: string, taken: ReadonlySet<string>): string {
  const base = toName(field, key);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const name = `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What is struck out was so before: it must not take the name of what is so now. */
function toName(field: PickedField, key: string): string {
  const name = toPresentName(field, key);
  const isFormer = field.tag === 's' || field.tag === 'del' || field.tag === 'strike';
  return isFormer && !/(?:^|_)(?:former|old|was|before)(?:_|$)/.test(name)
    ? `former_${name}`
    : name;
}

function toPresentName(field: PickedField, key: string): string {
  const { label, itemprop, classes, around, attribute, isHeading } = field;
  const isLink = attribute === 'href';
  const isPicture = attribute === 'src';
  const fromLabel = toWords(label);
  if (fromLabel !== '') return isLink ? `${fromLabel}_url` : fromLabel;
  const stated = toWords(key === 'name' ? 'name' : key) || toWords(itemprop);
  if (stated !== '') return stated;
  if (isPicture) return 'image';
  if (isLink) return isHeading || field.classes.length === 0 ? 'url' : withUrl(telling(classes));
  const own = telling(classes);
  if (own !== undefined) return own;
  if (isHeading) return 'title';
  const outer = telling(around);
  if (outer !== undefined) return outer;
  if (attribute === 'datetime' || field.tag === 'time') return 'date';
  return byTag.get(field.tag) ?? 'text';
}

const byTag: ReadonlyMap<string, string> = new Map([
  ['a', 'title'],
  ['p', 'description'],
  ['li', 'entry'],
  ['s', 'price'],
  ['del', 'price'],
  ['strike', 'price'],
  ['address', 'address'],
  ['blockquote', 'quote'],
]);

function withUrl(name: string | undefined): string {
  if (name === undefined) return 'url';
  return /(?:^|_)url$/.test(name) ? name : `${name}_url`;
}

/** The first of the class names that says what something is: one of a known meaning before others. */
function telling(names: readonly string[]): string | undefined {
  const candidates = names.map((name) =>
    splitWords(name).filter((word) => !plainWords.has(word) && !/\d/.test(word) && word.length > 1),
  );
  const known = candidates.find(
    (words) =>
      findConcept(words.join('_')) !== undefined ||
      findConceptByLabel(foldLabel(words.join(' '))) !== undefined,
  );
  const words = known ?? candidates.find((words) => words.length > 0 && words.length <= 3);
  return words === undefined || words.length === 0
    ? undefined
    : toWords(words.join(' ')) || undefined;
}

/** A name in lower case, words joined by `_`; empty where the text is none. */
function toWords(text: string): string {
  const words = splitWords(text.normalize('NFKC').replace(/['’]/g, ''));
  if (words.every((word) => /^\d+$/.test(word))) return '';
  const name = words.slice(0, maxWords).join('_').slice(0, maxName);
  return /^\d/.test(name) ? `n_${name}` : name;
}

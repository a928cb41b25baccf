import type { AnyNode } from 'domhandler';
import { isTag } from 'domhandler';
import { foldLabel, splitWords, toSingular } from '../structure/analysis/fold-label.ts';
import { findConcept } from '../structure/lexicon/lexicon.ts';
import type { AnswerLeaf } from './answer-leaves.ts';
import { isCommon } from './measure-chance.ts';
import type { EvidenceLine, LineHit, LineIndex } from './index-lines.ts';

/** Says whether the page calls a value by its property's name at a place. */
export type Namer = (hit: LineHit, leaf: AnswerLeaf) => boolean;

/** What a property is called in structured data, in markup, and by people. */
interface Names {
  readonly words: readonly string[];
  readonly keys: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly tokens: readonly (readonly string[])[];
  readonly isCurrency: boolean;
}

/** Words of property names that say nothing of the value. */
const emptyWords: ReadonlySet<string> = new Set(
  'a an and of the is has in on by for to list item items value values text data info str string no id name names'.split(
    ' ',
  ),
);
/** Characters of a label before a value, and behind it: "Serves 4", "4 servings". */
const labelReach = 48;
const unitReach = 24;
/** Words of a label. */
const longestLabel = 4;
/** Elements around a text whose classes are read. */
const classReach = 3;

/** Creates the namer of one page. */
export function createNamer(index: LineIndex): Namer {
  const known = new Map<string, Names>();
  const above = new Map<object, string>();
  let previous = '';
  /** Different texts of each attribute's name: the stars of a form have one each. */
  const texts = new Map<string, Set<string>>();
  // The text line above each text line, which may be its label.
  for (const line of index.lines) {
    if (line.kind !== 'text') break;
    above.set(line, previous);
    previous = line.text.length <= labelReach ? line.text : '';
  }

  for (const { kind, name, text } of index.lines) {
    if (kind !== 'attribute' || name === '') continue;
    const known = texts.get(name) ?? new Set();
    texts.set(name, known);
    if (known.size < 2) known.add(text);
  }

  function isSaidOnce({ kind, name }: EvidenceLine): boolean {
    return kind !== 'attribute' || (texts.get(name)?.size ?? 0) < 2;
  }

  return (hit, leaf) => {
    const names = known.get(leaf.name) ?? toNames(leaf.name);
    known.set(leaf.name, names);
    const { line } = hit;
    if (line.name !== '' && isKey(line.name, names) && isSaidOnce(line)) return true;
    if (names.isCurrency && isBesideDigit(hit)) return true;
    if (line.kind === 'text') {
      const before = line.text.slice(Math.max(0, hit.start - labelReach), hit.start);
      const after = line.text.slice(hit.end, hit.end + unitReach);
      if (endsWithLabel(before, names) || beginsWithUnit(after, names)) return true;
      if (before.trim() === '' && isLabel(above.get(line) ?? '', names)) return true;
      if (isLabel(columnOf(hit), names)) return true;
    }
    return line.kind === 'text' && !isCommon(leaf) && isClassed(sourceNode(hit), names);
  };
}

function toNames(name: string): Names {
  const concept = findConcept(name);
  const words = splitWords(name).map(toSingular);
  const telling = words.filter((word) => !emptyWords.has(word));
  return {
    words: telling.length > 0 ? telling : words,
    keys: new Set(
      [...(concept?.keys ?? []), ...(concept?.metas ?? [])].map((key) => key.toLowerCase()),
    ),
    labels: new Set((concept?.labels ?? []).map((label) => foldLabel(label))),
    tokens: (concept?.tokens ?? []).map((entry) => entry.split(' ')),
    isCurrency: concept?.kind === 'currency',
  };
}

/** A currency needs no label where it stands beside an amount. */
function isBesideDigit({ line, start, end }: LineHit): boolean {
  return (
    /\d ?$/.test(line.text.slice(Math.max(0, start - 2), start)) ||
    /^ ?\d/.test(line.text.slice(end, end + 2))
  );
}

/** Whether a name of structured data, a meta tag or an attribute is the property's. */
function isKey(name: string, names: Names): boolean {
  const plain = name.replaceAll(/\[\d+\]/g, '');
  if (names.keys.has(plain)) return true;
  const last = plain.slice(plain.lastIndexOf('.') + 1);
  const words = new Set(splitWords(last).map(toSingular));
  return names.words.length > 0 && names.words.every((word) => words.has(word));
}

function isLabel(text: string, names: Names): boolean {
  const label = foldLabel(text);
  if (label === '') return false;
  if (names.labels.has(label)) return true;
  const words = new Set(splitWords(label).map(toSingular));
  return names.words.length > 0 && names.words.every((word) => words.has(word));
}

/** Whether a label ends what stands before a value: "Our price: £". */
function endsWithLabel(before: string, names: Names): boolean {
  const words = splitWords(before);
  // The words since the last value: those of another value's label do not count.
  const since = words.slice(words.findLastIndex((word) => /\d/.test(word)) + 1);
  for (let at = 0; at < since.length; at += 1) {
    if (names.labels.has(since.slice(at).join(' '))) return true;
  }
  const own = new Set(since.slice(-longestLabel).map(toSingular));
  return names.words.length > 0 && names.words.every((word) => own.has(word));
}

/** Whether what follows a value names it: "4 servings", "12 reviews". */
function beginsWithUnit(after: string, names: Names): boolean {
  const [first, second] = splitWords(after);
  if (first === undefined || /\d/.test(first)) return false;
  if (names.labels.has(first)) return true;
  const own = new Set([toSingular(first), toSingular(second ?? '')].slice(0, names.words.length));
  return names.words.length > 0 && names.words.every((word) => own.has(word));
}

/** The header of the column that a place in a table's row belongs to. */
function columnOf({ line, start }: LineHit): string {
  const { headers } = line.content;
  if (headers.length === 0 || line.content.kind !== 'row') return '';
  const column = line.text.slice(0, start).split(' | ').length - 1;
  return headers.map((header) => header.text.split(' | ')[column] ?? '').join(' ');
}

function sourceNode({ line, start }: LineHit): AnyNode | undefined {
  return line.parts.findLast((part) => part.start <= start)?.source.node;
}

function isClassed(node: AnyNode | undefined, names: Names): boolean {
  let at: AnyNode | null = node ?? null;
  for (let depth = 0; at !== null && depth <= classReach; depth += 1) {
    if (isTag(at)) {
      const { class: classes = '', id = '', itemprop = '', property = '' } = at.attribs;
      const text = `${classes} ${id} ${itemprop} ${property}`.slice(0, 300);
      if (text.trim() !== '') {
        const words = new Set(splitWords(text).map(toSingular));
        if (names.words.length > 0 && names.words.every((word) => words.has(word))) return true;
        if (names.tokens.some((entry) => entry.every((word) => words.has(word)))) return true;
      }
    }
    at = at.parent;
  }
  return false;
}

import {
  type LooseJson,
  type LooseJsonLimits,
  findLooseJson,
} from '../../page/structured-data/loose-json.ts';
import type { ContentLink } from './list-candidates.ts';

/** More than the records of the longest page within the content budget; a longer answer is a model that ran away. */
const maxAnswerChars = 1_048_576;
const limits: LooseJsonLimits = {
  /** The same bound as for JSON bodies: what is deeper breaks recursive readers further on. */
  maxDepth: 64,
  /** A list of 5,000 records with 9 fields: checking it takes 0.1 s of the event loop. */
  maxValues: 50_000,
};

interface ReadAnswer {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

/** The JSON in a model's answer: the whole, else the longest piece in fences or prose; none, with a warning, past a limit. */
export function readAnswer(answer: string): ReadAnswer {
  if (answer.length > maxAnswerChars) {
    return refuse(`is longer than ${maxAnswerChars} characters`);
  }
  const text = dropReasoning(answer).trim();
  const whole = parseStrictly(text);
  if (whole !== undefined) return checkLimits(parseInner(whole.value));
  const pieces = findLooseJson(unescapeWhole(text), limits);
  const broken = pieces.at(-1)?.broken;
  if (broken !== undefined) return refuseFor(broken);
  const longest = pieces.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return { value: longest?.value, warnings: [] };
}

function lengthOf({ start, end }: LooseJson): number {
  return end - start;
}

function refuseFor(broken: keyof LooseJsonLimits): ReadAnswer {
  return broken === 'maxDepth'
    ? refuse(`is nested deeper than ${limits.maxDepth} levels`)
    : refuse(`holds more than ${limits.maxValues} values`);
}

function refuse(reason: string): ReadAnswer {
  return { value: undefined, warnings: [`The model's answer ${reason} and was not read.`] };
}

/** Some servers leave a model's thinking in front of its answer. */
function dropReasoning(text: string): string {
  const end = '</think>';
  const at = text.trimStart().startsWith('<think>') ? text.indexOf(end) : -1;
  return at < 0 ? text : text.slice(at + end.length);
}

function parseStrictly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Not strict JSON: the lenient reader follows.
    return undefined;
  }
}

/** JSON that was given as one text: `"{\"a\": 1}"`. */
function parseInner(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  return parseStrictly(value)?.value ?? value;
}

const escapedStart = /^[^"\\]{0,200}[{[]\s*\\"/;
const markedUpStart = /^[^"&]{0,200}[{[]\s*&quot;/;

/** An answer whose quotes are all escaped was escaped as a whole. */
function unescapeWhole(text: string): string {
  if (escapedStart.test(text)) {
    return text.replaceAll(/\\(["\\/nrt])/g, (_, character: string) =>
      /[nrt]/.test(character) ? ' ' : character,
    );
  }
  return markedUpStart.test(text) ? text.replaceAll('&quot;', '"') : text;
}

/** Iterative, since the value may be deeper than any stack. */
function checkLimits(value: unknown): ReadAnswer {
  let level: readonly unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (values > limits.maxValues) return refuseFor('maxValues');
    const containers = level.filter((item) => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth === limits.maxDepth) return refuseFor('maxDepth');
    level = containers.flatMap((item) => Object.values(item));
  }
  return { value, warnings: [] };
}

const reference = /^[[({<]*(@L\d+)[\])}>]*$/;
/** Characters of addresses that are put into one answer: what lies beyond keeps its references. */
const maxAddedLength = 4 * 1_024 * 1_024;

/** Puts addresses back into an answer. */
interface LinkRestorer {
  /** A value with the address in place of each text that is a reference (`@L12`). */
  readonly inValue: (value: unknown) => unknown;
  readonly inText: (text: string) => string;
  readonly warnings: () => readonly string[];
}

/** Restores the addresses for which short references stood in the page's text. */
export function createLinkRestorer(links: ReadonlyMap<string, ContentLink>): LinkRestorer {
  let added = 0;
  let isFull = false;

  function urlOf(name: string | undefined): string | undefined {
    const link = name === undefined ? undefined : links.get(name);
    if (link === undefined) return undefined;
    isFull ||= added > maxAddedLength;
    if (isFull) return undefined;
    const { url } = link;
    added += url.length;
    return url;
  }

  // Recursive over an answer, whose depth is limited where it is read.
  function inValue(value: unknown): unknown {
    if (links.size === 0) return value;
    if (typeof value === 'string') return urlOf(reference.exec(value.trim())?.[1]) ?? value;
    if (Array.isArray(value)) return value.map((item) => inValue(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, inValue(member)]),
    );
  }

  return {
    inValue,
    inText: (text) => text.replaceAll(/@L\d+/g, (name) => urlOf(name) ?? name),
    warnings: () =>
      isFull
        ? ['The addresses of the answer are too long together: some are left as references.']
        : [],
  };
}

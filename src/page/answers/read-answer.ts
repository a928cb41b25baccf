import { findLooseJson } from '../../json/find-loose-json.ts';
import type { LooseJson, LooseJsonLimits } from '../../json/read-loose-json.ts';

/** More than the records of the longest page within the content budget; a longer answer is a model that ran away. */
const maxAnswerChars = 1_048_576;
const limits: LooseJsonLimits = {
  /** The same bound as for JSON bodies: what is deeper breaks recursive readers further on. */
  maxDepth: 64,
  /** A list of 5,000 records with 9 fields: checking it takes 0.1 s of the event loop. */
  maxValues: 50_000,
};

/** What was read from an answer. */
export interface ReadAnswer {
  /** `undefined` when the answer holds no JSON, or more than is read. */
  readonly value: unknown;
  /** The limit that an answer breaks. */
  readonly warnings: readonly string[];
}

/**
 * Finds the JSON in a model's answer: as it stands, else the longest piece in fences or prose, however it is written.
 * An answer that breaks a limit is not read, and a warning says which. Takes linear time.
 */
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

import type { ElementFingerprint } from '../../contracts/fingerprint.ts';
import type { DescribedElement, PageCalls } from './page-script.ts';
import type { ProposedSelector } from './propose-selectors.ts';

/** Longest text of a fingerprint; what a page sends beyond it is dropped. */
const maxText = 200;
const maxParts = 100;
/** An isolated world is still part of a renderer that may have been broken into. */
const maxAnswer = 32 * 1024 * 1024;

/** Gives an answer of the page script its type. Whatever does not fit becomes empty: a page must not make this throw. */
export function parsePageAnswer<Name extends keyof PageCalls>(
  name: Name,
  text: string,
): PageCalls[Name]['answer'] {
  const answer = parseJson(text);
  const entries: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const parsed: readonly (DescribedElement | ProposedSelector)[] =
    name === 'propose' ? entries.flatMap(toSelector) : entries.flatMap(toDescribed);
  return parsed as PageCalls[Name]['answer'];
}

function parseJson(text: string): unknown {
  if (text.length > maxAnswer) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // No answer of ours: nothing was found.
    return undefined;
  }
}

function toSelector(value: unknown): readonly ProposedSelector[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  const chain = toTexts(value, 1_000);
  return chain.length === 0 ? [] : [chain];
}

function toDescribed(value: unknown): readonly DescribedElement[] {
  const { mark, element, group } = toRecord(value);
  if (typeof mark !== 'number') return [];
  const described = { mark, element: toFingerprint(element) };
  if (!Array.isArray(group)) return [described];
  return [{ ...described, group: group.filter((mark) => typeof mark === 'number') }];
}

function toFingerprint(value: unknown): ElementFingerprint {
  const from = toRecord(value);
  const parent = toRecord(from['parent']);
  const box = toRecord(from['box']);
  return {
    tag: toText(from['tag']),
    role: toText(from['role']),
    name: toText(from['name']),
    text: toText(from['text']),
    label: toText(from['label']),
    id: toText(from['id']),
    classes: toTexts(from['classes']),
    attributes: toAttributes(from['attributes']),
    tagPath: toTexts(from['tagPath']),
    indexedPath: toTexts(from['indexedPath']),
    parent: {
      tag: toText(parent['tag']),
      id: toText(parent['id']),
      classes: toTexts(parent['classes']),
    },
    neighbours: toTexts(from['neighbours']),
    heading: toText(from['heading']),
    landmarks: toTexts(from['landmarks']),
    box: {
      x: toNumber(box['x']),
      y: toNumber(box['y']),
      width: toNumber(box['width']),
      height: toNumber(box['height']),
    },
    childCount: toNumber(from['childCount']),
    ordinal: toNumber(from['ordinal']),
    isInteractive: from['isInteractive'] === true,
  };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function toText(value: unknown, length = maxText): string {
  return typeof value === 'string' ? value.slice(0, length) : '';
}

function toTexts(value: unknown, length = maxText): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, maxParts)
    .map((part) => toText(part, length))
    .filter((part) => part !== '');
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function toAttributes(value: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(toRecord(value)).slice(0, maxParts);
  return Object.fromEntries(pairs.map(([name, text]) => [name.slice(0, maxText), toText(text)]));
}

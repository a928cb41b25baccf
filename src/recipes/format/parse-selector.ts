import type {
  Selector,
  SelectorKind,
  SelectorPart,
} from '../../runtime/contracts/recipe/recipe.ts';
import type { StepReading } from '../steps/step-kind.ts';

/** A selector taken apart, or why it cannot be. The problem reads after the name of the field. */
type ParsedSelector =
  | { readonly selector: Selector; readonly problem?: undefined }
  | { readonly selector?: undefined; readonly problem: string };

/**
 * Takes a selector of the Recorder apart: a text, or a chain of them through shadow roots. Prefixes: none or `css/`,
 * `pierce/`, `text/`, `xpath/`, `aria/Name[role="button"]`. Source: the types and parser of `@puppeteer/replay`.
 */
export function parseSelector(source: Selector['source']): ParsedSelector {
  const texts = typeof source === 'string' ? [source] : source;
  if (texts.length === 0) return { problem: 'is an empty chain; name at least one selector' };
  const parts: SelectorPart[] = [];
  for (const text of texts) {
    const part = parsePart(text);
    if (typeof part === 'string') return { problem: part };
    parts.push(part);
  }
  return { selector: { source, parts } };
}

const kinds: readonly SelectorKind[] = ['css', 'pierce', 'aria', 'text', 'xpath'];

function parsePart(text: string): SelectorPart | string {
  const kind = kinds.find((kind) => text.startsWith(`${kind}/`));
  const value = kind === undefined ? text : text.slice(kind.length + 1);
  if (kind === 'aria') return parseAria(value);
  // Both look into open shadow roots by themselves, so what `pierce/` asks for is done.
  if (kind === 'pierce' && /^(?:aria|text)\//.test(value)) return parsePart(value);
  if (value.trim() === '') {
    const example = kind === undefined ? '".price" or "aria/Next"' : `"${examples[kind]}"`;
    return `is empty; write what to look for, e.g. ${example}`;
  }
  // Text is compared as it stands: white space around it counts.
  return { kind: kind ?? 'css', value: kind === 'text' ? value : value.trim() };
}

const examples: Readonly<Record<SelectorKind, string>> = {
  css: 'css/.price',
  pierce: 'pierce/.price',
  aria: 'aria/Next[role="link"]',
  text: 'text/Next',
  xpath: 'xpath//main/article[1]',
};

/** One `[attribute="value"]` at the end; the value in either quotes, which a backslash may escape (as in JSON twice written). */
const lastAttribute =
  /\[\s*(\w{1,20})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\\"([^"\\]*)\\"|\\'([^'\\]*)\\')\s*\]\s*$/;
/** Roles are ASCII words (WAI-ARIA); a variable may stand for one. */
const rolePattern = /^(?:[A-Za-z][A-Za-z-]{0,39}|\{\{.{1,70}\}\})$/;

function parseAria(text: string): SelectorPart | string {
  let rest = text;
  let role: string | undefined;
  let name: string | undefined;
  // From the end, where the brackets of a name cannot be taken for an attribute: `aria/[1] Notes[role="link"]`.
  while (role === undefined || name === undefined) {
    const from = rest.lastIndexOf('[');
    const match = from === -1 ? null : lastAttribute.exec(rest.slice(from));
    if (match === null) break;
    const [, attribute, ...values] = match;
    const value = unescape(values.find((value) => value !== undefined) ?? '');
    if (attribute === 'role' && role === undefined) role = value.trim();
    else if (attribute === 'name' && name === undefined) name = value;
    else break;
    rest = rest.slice(0, from);
  }
  if (role !== undefined && !rolePattern.test(role)) {
    return 'names no role in [role="…"]; write one of WAI-ARIA, e.g. aria/Next[role="link"]';
  }
  const value = collapse(name ?? unescape(rest));
  if (value === '' && role === undefined) {
    return `is empty; write the accessible name, e.g. "${examples.aria}"`;
  }
  return role === undefined ? { kind: 'aria', value } : { kind: 'aria', value, role };
}

/** Names may hold quotes and brackets that the Recorder, or a hand that copied it, escaped. */
function unescape(text: string): string {
  return text.replaceAll(/\\(["'\\()[\]])/g, '$1');
}

/** Accessible names are compared with white space collapsed. */
function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * Creates a reader of selector alternatives that the JSON Schema was held against, which reports each problem at the
 * selector's path.
 */
export function createTargetReader(refuse: StepReading['refuse']): StepReading['target'] {
  return (raw, path, nth) => {
    const sources = toSources(raw);
    const selectors: Selector[] = [];
    for (const [index, source] of sources.entries()) {
      const { selector, problem } = parseSelector(source);
      if (selector !== undefined)
        selectors.push(nth === undefined ? selector : take(selector, nth));
      else refuse(typeof raw === 'string' ? path : `${path}/${index}`, `the selector ${problem}.`);
    }
    const [first, ...others] = selectors;
    return first === undefined ? undefined : { path, selectors: [first, ...others] };
  };
}

function take({ source, parts }: Selector, nth: unknown): Selector {
  return { source, parts: [...parts, { kind: 'nth', value: String(nth) }] };
}

/** One text is one alternative: `"h1"` is `["h1"]`. */
function toSources(raw: unknown): readonly Selector['source'][] {
  if (typeof raw === 'string') return [raw];
  return Array.isArray(raw) ? (raw as readonly Selector['source'][]) : [];
}

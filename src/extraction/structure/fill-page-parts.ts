import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { MissingField, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { joinName, splitWords } from '../lexicon/fold-label.ts';
import { isPlainWord } from '../lexicon/prompt-words.ts';
import { type PartKind, findKind, findKinds, maxParts } from './find-page-parts.ts';
import type { PagePart } from './list-questions.ts';
import { toWordSet } from '../../runtime/collections.ts';

interface PartsFound {
  readonly value: unknown;
  readonly sources: ReadonlyMap<string, ValueSource>;
  readonly missing: readonly MissingField[];
}

interface PartItem extends PagePart {
  /** The names of its fields, as the ends of pointers. */
  readonly names: readonly (readonly string[])[];
}

const textNames: ReadonlySet<string> = toWordSet('text title name label anchor anchortext');
const urlNames: ReadonlySet<string> = toWordSet('url href link address uri src');

/** What a field of a record, or an item of a list of texts, has of a part. */
function readPart(value: unknown, name: string | undefined): string | undefined {
  if (typeof value === 'string')
    return name === undefined || textNames.has(name) ? value : undefined;
  const { text, url, alt } = value as Readonly<Partial<Record<'text' | 'url' | 'alt', string>>>;
  if (name === undefined || urlNames.has(name)) return url;
  if (textNames.has(name)) return text;
  return /^alt(?:text|ernativetext)?$/.test(name) ? alt : undefined;
}

function findKindOfField({ name, shape, children }: FieldPlan): PartKind | undefined {
  const kind = findKind(['all', ...splitWords(name).map((word) => word.toLowerCase())]);
  if (kind === undefined || (shape !== 'list' && shape !== 'records')) return undefined;
  const isRead = children.every(
    (child) => child.shape === 'scalar' && isPartName(joinName(child.name)),
  );
  return isRead ? kind : undefined;
}

function isPartName(name: string): boolean {
  return readPart({ text: '', url: '', alt: '' }, name) !== undefined;
}

/**
 * The values of a schema of nothing but lists of what the markup says by itself: `{ links: [{ text, url }] }`. Where the prompt does not
 * ask for them by name, what was found of a list otherwise is kept, as the pictures of a product are.
 */
export function fillPageParts<T extends PartsFound>(
  plans: readonly FieldPlan[],
  prompt: string,
  facts: PageFacts,
  found: T,
): T {
  const kinds = plans.map((plan) => findKindOfField(plan));
  const words = splitWords(prompt.toLowerCase());
  const asked = new Set(findKinds(words)?.map(({ kind }) => kind));
  if (asked.size === 0 && !words.every(isPlainWord)) return found;
  if (kinds.includes(undefined)) return found;
  const value: Record<string, unknown> = { ...(found.value as object) };
  const sources = new Map(found.sources);
  const filled = new Set<string>();
  for (const [at, kind] of kinds.entries()) {
    const plan = plans[at];
    if (plan === undefined || kind === undefined) continue;
    const pointer = toJsonPointer([plan.name]);
    const isFound = [...sources.keys()].some((one) => one.startsWith(`${pointer}/`));
    if (asked.size === 0 ? isFound : !asked.has(kind)) continue;
    const parts = kind.list(facts, (warning) => facts.cuts.add(warning)).slice(0, maxParts);
    const items = parts.flatMap((part) => toItem(plan, part));
    if (items.length === 0) continue;
    for (const one of sources.keys()) if (one.startsWith(`${pointer}/`)) sources.delete(one);
    value[plan.name] = items.map((item) => item.value);
    filled.add(pointer);
    for (const [index, item] of items.entries())
      for (const name of item.names)
        sources.set(toJsonPointer([plan.name, index, ...name]), item.source);
  }
  const missing = found.missing.filter(
    (one) =>
      ![...filled].some((list) => one.pointer === list || one.pointer.startsWith(`${list}/`)),
  );
  return { ...found, value, sources, missing };
}

/** A part as a list's schema wants it; none where it has nothing of that. */
function toItem({ shape, children }: FieldPlan, { value, source }: PagePart): readonly PartItem[] {
  if (shape === 'list') {
    const text = readPart(value, undefined);
    return text === undefined ? [] : [{ value: text, source, names: [[]] }];
  }
  const read = children.flatMap(({ name }) => {
    const text = readPart(value, joinName(name));
    return text === undefined ? [] : [[name, text] as const];
  });
  if (read.length === 0) return [];
  return [{ value: Object.fromEntries(read), source, names: read.map(([name]) => [name]) }];
}

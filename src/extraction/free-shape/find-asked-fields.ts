import type { AnyNode } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import type { ValueKind } from '../lexicon/concept.ts';
import { foldLabel, joinName, toSingular } from '../lexicon/fold-label.ts';
import { describeDoubts } from '../structure/describe-doubts.ts';
import type { ExtractStructureResult } from '../structure/extract-structure.ts';
import { findListType, isAbout } from './are-of-type.ts';
import { findMoney } from '../values/money/find-money.ts';
import { type FreeShapeInput, extractProperties } from './extract-properties.ts';
import { findBody } from '../analysis/find-body.ts';
import { findHeadedPart, indexHeadings } from '../analysis/heading-sections.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { hasColumn, listColumnNames, listHeadedTables } from './headed-tables.ts';
import { isSaidAround, isSaidBefore } from './is-said-around.ts';
import type { PromptReading } from './prompt/read-prompt.ts';
import { namesParties } from '../tables/text-kinds.ts';
import { findNamed, isPluralOfOne, toFieldName, toProperties } from './usual-form.ts';

/** The fields that the prompt names: values, else what stands below a heading of that name. */
export function findAskedFields(
  input: FreeShapeInput,
  facts: PageFacts,
  { terms, heads, owned }: PromptReading,
): ExtractStructureResult | undefined {
  const columns = listColumnNames(facts);
  const named = terms.filter((term) => !owned.has(term) && !isColumnAlone(term, columns, facts));
  if (named.length === 0) return undefined;
  const found = extractProperties(input, facts, toProperties(named, input.reading.language), {
    maxWrong: Infinity,
  });
  const value = new Map(Object.entries(found.value as Readonly<Record<string, unknown>>));
  const sources = new Map(found.sources);
  const lost = [
    ...dropRowNames(named, value, sources, facts),
    ...dropOwnNames(input.prompt, named, value, sources, facts),
    ...dropUnsaid(input, named, value, sources, facts),
  ];
  const { meant, others } = dropHeads(terms, heads, value, sources);
  const headings = indexHeadings(facts);
  for (const term of terms) {
    if (owned.has(term)) continue;
    const heading = headings.get(joinName(term));
    const isBody = !value.has(term) && findNamed(term)?.name === 'publisherBody';
    const section =
      heading !== undefined
        ? findSection(facts.page, heading)
        : isBody
          ? findBody(facts)
          : undefined;
    if (section === undefined) continue;
    if (value.has(term) && !isPart(term, value.get(term), section)) continue;
    value.set(term, section.value);
    sources.set(toJsonPointer([term]), section.source);
  }
  // What each row of a list has the page itself has not.
  const listed: ExtractStructureResult['missing'] = terms
    .filter((term) => !named.includes(term))
    .map((term) => ({ pointer: toJsonPointer([term]), required: false }));
  const missing = [...found.missing, ...lost, ...others, ...listed].filter(
    ({ pointer }) => !sources.has(pointer) && !meant.has(pointer),
  );
  if (sources.size === 0 && missing.every(({ shown }) => shown === undefined)) return undefined;
  const doubts = describeDoubts(Object.fromEntries(value), sources);
  return { value: Object.fromEntries(value), sources, missing, cuts: [...found.cuts, ...doubts] };
}

interface Section {
  /** The items where all of it is one list, else the text with a line for each block. */
  readonly value: string | readonly string[];
  readonly source: ValueSource;
}

/** Longer sections are the page's body, and not the value of a field. */
const maxSectionLength = 20_000;

/** What the page says between a heading and the next of its level; `undefined` where that is nothing, or too much. */
function findSection(page: PageIndex, heading: IndexedElement): Section | undefined {
  const { elements: kept, textEnd } = findHeadedPart(page, heading);
  // What stands behind a table is said beside it: a telephone number below the opening hours.
  const table = kept.find(
    ({ node, textStart }) =>
      node.name === 'table' && page.text.slice(heading.textEnd, textStart).trim() === '',
  );
  const end = table?.textEnd ?? textEnd;
  if (end - heading.textEnd > maxSectionLength) return undefined;
  const lines = page.text
    .slice(heading.textEnd, end)
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  const items = kept.filter(({ node }) => node.name === 'li').length;
  return {
    value: items > 1 && items === lines.length ? lines : lines.join('\n'),
    source: { node: (kept[0] ?? heading).node },
  };
}

/** Whether a name is that of a table's column, of which each row has a value, and no label of the page. */
function isColumnAlone(term: string, columns: ReadonlySet<string>, facts: PageFacts): boolean {
  const words = term.split('_');
  const name = joinName(term);
  const singular = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
  const isColumn = columns.has(name) || columns.has(joinName(singular));
  if (!isColumn || findNamed(term) !== undefined) return false;
  const pairs = facts.pairs.get(foldLabel(term.replaceAll('_', ' '))) ?? [];
  return pairs.every(({ value }) => columns.has(joinName(value)));
}

/** Takes out what stands beside the name of a row that has several values: the first of them is not what the name asks for. */
function dropRowNames(
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  const regions = listHeadedTables(facts).filter(({ columns }) => columns.length > 2);
  const tables = new Set<AnyNode>(regions.map(({ element }) => element.node));
  if (tables.size === 0) return [];
  return names.flatMap((name) => {
    const pointer = toJsonPointer([name]);
    let node: AnyNode | null = sources.get(pointer)?.node ?? null;
    while (node !== null && !tables.has(node)) node = node.parent;
    const table = regions.find(({ element }) => element.node === node);
    if (table === undefined || (findNamed(name) !== undefined && !hasColumn(table, name)))
      return [];
    value.delete(name);
    sources.delete(pointer);
    return [{ pointer, required: false }];
  });
}

/**
 * Takes out what is the end of another name: the date of "argued date" where the page says when it was argued, which answers both, and
 * what is asked for of somebody or something else than the page: the email of "author email".
 */
function dropHeads(
  terms: readonly string[],
  heads: ReadonlyMap<string, string>,
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
): { readonly meant: ReadonlySet<string>; readonly others: ExtractStructureResult['missing'] } {
  const meant = new Set<string>();
  const others: ExtractStructureResult['missing'][number][] = [];
  for (const [head, name] of heads) {
    const [own, of] = [head, name].map((one) => findNamed(one)?.kind);
    const found = value.get(name);
    const isSame =
      (own === of && own !== undefined) ||
      (own === 'date' && isDay(found)) ||
      (own === 'money' && isAmount(found)) ||
      (own === 'duration' && isTimeOfDay(found));
    // "Brand price rating" are three names.
    const isPair = !heads.has(name) && ![...heads.values()].includes(head);
    const isOther = !isSame && isPair && owners.has(of) && ownedKinds.has(own);
    const isEnd = value.has(name) && (isSame || (of === undefined && !value.has(head)));
    if (!isEnd && !isOther) continue;
    const pointer = toJsonPointer([head]);
    // Whose it is was not asked for by itself.
    const lost = isOther && terms.length === 2 ? terms : [head];
    if (!isOther) meant.add(pointer);
    else if (value.has(head)) others.push({ pointer, required: false });
    for (const one of lost) value.delete(one);
    for (const at of sources.keys())
      if (lost.some((one) => isWithin(at, toJsonPointer([one])))) sources.delete(at);
    if (own === 'money' && !sources.has('/currency')) value.delete('currency');
  }
  return { meant, others };
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** Kinds of names before those of what they have themselves; none for what only the page has a name for: the length of a video. */
const owners: ReadonlySet<ValueKind | undefined> = new Set([
  'persons',
  'organization',
  'image',
  undefined,
]);
/** Kinds of what people, companies and the parts of a thing have as well as what the page is about. */
const ownedKinds: ReadonlySet<ValueKind | undefined> = new Set([
  'text',
  'url',
  'image',
  'duration',
  'money',
  'number',
  'count',
  'persons',
  undefined,
]);

/** Whether a value has an amount: the price of "tea tin price" where that is what stands beside the tea tin. */
function isAmount(value: unknown): boolean {
  return typeof value === 'string' && findMoney(value, true).length > 0;
}

function isTimeOfDay(value: unknown): boolean {
  return typeof value === 'string' && /\d[:.h]\d{2}(?!\d)|\d\s?[ap]\.?m\b/i.test(value);
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

/** Takes out the rest of a name that is asked for (nutrition *facts*), and, of several things, what the page itself has. */
function dropOwnNames(
  prompt: string,
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  const heading = joinName(facts.heading);
  return names.flatMap((name) => {
    const found = value.get(name);
    if (typeof found !== 'string') return [];
    const pointer = toJsonPointer([name]);
    const isAsked = prompt
      .toLowerCase()
      .includes(`${name.replaceAll('_', ' ')} ${found.toLowerCase()}`);
    const kind = findNamed(toFieldName(name))?.kind;
    const isOfPage =
      isPluralOfOne(name) &&
      (joinName(found) === heading ||
        kind === 'url' ||
        kind === 'title' ||
        kind === 'date' ||
        sources.get(pointer)?.node === facts.page.elements[0]?.node);
    if (!isAsked && !isOfPage) return [];
    value.delete(name);
    sources.delete(pointer);
    return [{ pointer, required: false }];
  });
}

/** Takes out what nothing calls so: the name of a product on a page about none, the stock of one of several, any list as ingredients, a menu as a company. */
function dropUnsaid(
  input: FreeShapeInput,
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  return names.flatMap((name) => {
    const pointer = toJsonPointer([name]);
    const { kind, name: concept } = findNamed(name) ?? {};
    const [owner = '', ...rest] = name.split('_');
    const type = rest.length > 0 && kind === 'title' ? findListType(owner) : undefined;
    const own = new Map([...sources].filter(([at]) => isWithin(at, pointer)));
    if (own.size === 0) return [];
    const isSaid =
      (type === undefined ||
        (type === 'product' ? sellsOne(input, facts) : isAbout(type, facts))) &&
      (concept !== 'caseName' || isOfCase(value.get(name), own)) &&
      (kind !== 'steps' || toSingular(name) !== methodName || isAbout('recipe', facts)) &&
      (kind !== 'availability' || !isShownPrice(findPrice(input, facts))) &&
      (kind !== 'organization' || ![...own.values()].some((source) => isInMenu(source, facts))) &&
      ((kind !== 'ingredients' && kind !== 'steps') ||
        isSaidAround(name, own, facts) ||
        isSaidBefore(name, own, facts));
    if (isSaid) return [];
    value.delete(name);
    for (const at of own.keys()) sources.delete(at);
    return [{ pointer, required: false }];
  });
}

function tagOf(node: AnyNode | undefined): string | undefined {
  return node !== undefined && 'name' in node ? node.name : undefined;
}

/** What a recipe has one of, and programs have many. */
const methodName = 'method';

/** Whether what a page is called is a case: it names two parties, or has a label that says so. */
function isOfCase(value: unknown, own: ReadonlyMap<string, ValueSource>): boolean {
  const isTitle = [...own.values()].every(({ node }) => titleTags.test(tagOf(node) ?? ''));
  return !isTitle || (typeof value === 'string' && namesParties(value));
}

const titleTags = /^(?:h[1-6]|title|meta)$/;

/** Whether the page is about one product: its data says so, or it has one price of its own, and does not show several. */
function sellsOne(input: FreeShapeInput, facts: PageFacts): boolean {
  const found = findPrice(input, facts);
  if (isShownPrice(found)) return false;
  const price = found.sources.get('/price');
  const isOnly = price !== undefined && (price.certainty?.rivals ?? []).length === 0;
  return isOnly || isAbout('product', facts);
}

function findPrice(input: FreeShapeInput, facts: PageFacts): ExtractStructureResult {
  return extractProperties(input, facts, toProperties(['price']));
}

/** Whether prices are those of several things that the page shows: what is in stock is one of them as well. */
function isShownPrice({ missing }: ExtractStructureResult): boolean {
  return missing.some(({ shown }) => shown !== undefined);
}

/** Whether a value is one of a menu's links, or all of them. */
function isInMenu({ node, attribute, pointer }: ValueSource, { page, zones }: PageFacts): boolean {
  const element = page.elementOf(node);
  if (element === undefined || attribute !== undefined || pointer !== undefined) return false;
  const links = page.elements
    .slice(element.position, element.end)
    .filter(({ node: { name } }) => name === 'a');
  return links.length > 1 || (links.length === 1 && zones.isAside(element));
}

/** Whether a value is the first block below a heading of which the section has more; known fields have one value. */
function isPart(term: string, value: unknown, section: Section): boolean {
  return (
    findNamed(term) === undefined &&
    typeof value === 'string' &&
    foldText([section.value].flat().join('\n')).startsWith(foldText(value))
  );
}

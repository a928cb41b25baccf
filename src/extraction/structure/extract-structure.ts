import type { IndexedElement } from '../analysis/index-page.ts';
import { addAll } from '../../runtime/collections.ts';
import type { DetailLevel, JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { cutLists } from './cut-lists.ts';
import { describeDoubts } from './describe-doubts.ts';
import { listMissing } from './missing-fields.ts';
import { type ElectedList, electGallery, electList } from './elect-list.ts';
import { electScalar, elementOf, findMainList } from './elect-scalar.ts';
import { maxRecords, readRecords } from '../tables/fill-records.ts';
import {
  type Candidate,
  type Filled,
  type MissingField,
  type ValueSource,
  machineOrigins,
  usualConfidence,
} from '../fields/candidate.ts';
import { type ExtractionPlan, type FieldPlan, planFields } from '../fields/plan-fields.ts';
import { type Scope, rankEntities, toEntityScope } from '../fields/rank-entities.ts';
import { listPartLabels } from '../fields/sources/find-pair-texts.ts';
import { findNarrowed } from '../fields/find-narrowed.ts';
import {
  findOtherPriced,
  findPriceBound,
  findPriceRate,
  isInSentence,
  isPlainPrice,
} from '../fields/price-bound.ts';
import { isByVisitor } from '../fields/weights/is-by-visitor.ts';
import { asksOtherThing, judgeCertainty } from '../fields/judge-certainty.ts';
import { fillNameValues, fillNamedParts, isTrail } from './fill-named-parts.ts';
import { findNameBeside } from './find-bylines.ts';
import { fillPageParts } from './fill-page-parts.ts';
import { readEntries } from './read-entries.ts';
import { withUnit } from './with-unit.ts';
import { listAlone } from './list-alone.ts';
import { listTrail } from './list-trail.ts';
import { sumParts } from './sum-parts.ts';
import { isMenu } from '../fields/is-menu.ts';
import { listLabelsBeside } from '../fields/labels-beside.ts';
import { findStatedScale } from '../values/stated-unit.ts';
import type { ListItem } from './list-item.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { labelsOfNoStock } from '../values/parse-availability.ts';
import {
  findPartSection,
  listOwnFields,
  toEntityFields,
  toPageFields,
  toParts,
  wrapsPage,
} from './nested-parts.ts';
import { labelsOfParts } from '../lexicon/concept.ts';
import { isNumeric, isNumberKind } from '../fields/value-read.ts';
import { type IndexedEntity, indexEntity, readPath } from '../analysis/index-entities.ts';

/** `low` keeps what two sources agree on or data states, `high` also takes what a class name or a form alone suggests. */
const confidences: Readonly<Record<DetailLevel, number>> = {
  low: 0.7,
  medium: usualConfidence,
  high: 0.15,
};

interface ExtractStructureInput {
  readonly reading: PageReading;
  readonly prompt: string;
  readonly schema: JsonSchema;
  readonly detailLevel: DetailLevel;
  /** Share of wrong values among those that are called sure, 0 to 1; `Infinity` reports no doubts. @default 0.005 */
  readonly maxWrong?: number | undefined;
  /** Whether the prompt and the descriptions may ask for more than what the fields are called: values are then not sure. @default false */
  readonly mayNarrow?: boolean | undefined;
  /** Whether objects that lack what they must have stay, since a model is asked for the rest. @default false */
  readonly mayLack?: boolean | undefined;
}

export interface ExtractStructureResult {
  readonly value: unknown;
  /** Where on the page each value was read, by JSON Pointer into `value`. */
  readonly sources: ReadonlyMap<string, ValueSource>;
  readonly missing: readonly MissingField[];
  readonly cuts: readonly string[];
}

type Findings = Omit<ExtractStructureResult, 'cuts'>;

/** Fills a schema from a page's structured data and visible text, in time linear in the page. */
export function extractStructure(input: ExtractStructureInput): ExtractStructureResult {
  const plan = planFields(input.schema, input.prompt, input.reading.language);
  const fields = plan.root === undefined ? plan.children : [plan.root];
  const facts = analysePage(input.reading, collectLabels(fields));
  const scope = rescope(fields, {
    facts,
    entities: [],
    prompt: input.prompt,
    narrowed: input.mayNarrow === true ? findNarrowed(fields, input.prompt, facts) : undefined,
    wholePage: true,
    mayLack: input.mayLack === true,
    minConfidence: confidences[input.detailLevel],
  });
  const filled = plan.root === undefined ? fillRoot(plan, scope) : fillPlain(plan.root, scope);
  const all =
    plan.root === undefined && plan.shape !== 'records'
      ? fillPageParts(plan.children, input.prompt, facts, filled)
      : filled;
  const found = cutLists({ ...all, cuts: [...facts.cuts] }, input.schema);
  const doubts = describeDoubts(found.value, found.sources, input.maxWrong);
  return { ...found, cuts: [...found.cuts, ...doubts] };
}

function fillRoot(plan: ExtractionPlan, scope: Scope): Findings {
  if (plan.shape !== 'records') return fillObject(plan.children, scope);
  const shown = readRecords(plan.children, scope);
  const read = shown.length > 0 ? shown : fillAlone(plan.children, '', scope, true);
  const records = fillNameValues(plan.children, scope, '', read);
  const value = records.map((record) => record.value);
  if (records.length === 0)
    return { ...nothing, value, missing: [{ pointer: '', required: true, isList: true }] };
  return {
    value,
    sources: joinSources(records, ''),
    missing: listMissing(plan.children, records, ''),
  };
}

const nothing: Findings = {
  value: undefined,
  sources: new Map(),
  missing: [{ pointer: '', required: true }],
};

function fillPlain(plan: FieldPlan, scope: Scope): Findings {
  if (plan.shape === 'list') {
    const list = electList(plan, scope);
    if (list === undefined) return { ...nothing, value: [] };
    const sources = list.items.map((item, at) => [toJsonPointer([at]), item.source] as const);
    return { value: list.values, sources: new Map(sources), missing: [] };
  }
  const { elected, shown } = electScalar(plan, scope);
  if (elected === undefined)
    return { ...nothing, missing: [{ pointer: '', required: true, shown }] };
  const { value, source } = elected.candidate;
  const certainty = judgeCertainty(plan, elected, scope);
  return { value, sources: new Map([['', { ...source, certainty }]]), missing: [] };
}

/** The places of the values of several records, below the pointer of their list. */
function joinSources(records: readonly Filled[], list: string): ReadonlyMap<string, ValueSource> {
  return new Map(
    records.flatMap(({ sources }, at) =>
      [...sources].map(
        ([pointer, source]) => [list + toJsonPointer([at]) + pointer, source] as const,
      ),
    ),
  );
}

function collectLabels(plans: readonly FieldPlan[]): ReadonlySet<string> {
  const labels = new Set<string>();
  const pending = [...plans];
  for (let plan = pending.pop(); plan !== undefined; plan = pending.pop()) {
    const { measured, ended } = listPartLabels(plan);
    for (const label of [...plan.labels, ...measured, ...ended]) labels.add(label);
    if (plan.asPart !== undefined) pending.push(plan.asPart);
    if (plan.concept?.name === 'totalTime') for (const label of labelsOfParts) labels.add(label);
    if (plan.kind === 'availability') for (const label of labelsOfNoStock) labels.add(label);
    addAll(pending, plan.children);
  }
  return labels;
}

interface Draft {
  readonly value: Map<string, unknown>;
  readonly sources: Map<string, ValueSource>;
  readonly missing: MissingField[];
  /** Number of things on the page that have a value of their own each, by the field that got none of these. */
  readonly shown: Map<FieldPlan, number>;
  found: number;
}

/** Adds a value with the places of what is in it. */
function put(
  draft: Draft,
  { name }: FieldPlan,
  value: unknown,
  sources: Iterable<readonly [string, ValueSource]>,
): void {
  draft.value.set(name, value);
  draft.found += 1;
  for (const [pointer, source] of sources)
    draft.sources.set(toJsonPointer([name]) + pointer, source);
}

/** How schemas call what tells their records from others; of any other constant the page may state the contrary. */
const kindNames: ReadonlySet<string> = new Set(['type', 'kind', '@type', 'object', 'version']);

/** Fills an object's fields: lists first, since other values are searched around them. Recursion follows the schema. */
function fillObject(plans: readonly FieldPlan[], scope: Scope): Filled {
  const draft: Draft = {
    value: new Map(),
    sources: new Map(),
    missing: [],
    shown: new Map(),
    found: 0,
  };
  const lists = new Map<FieldPlan, ElectedList>();
  for (const plan of plans) {
    const list = plan.shape === 'list' ? findList(plan, plans, scope) : undefined;
    if (list !== undefined) lists.set(plan, list);
  }
  const main = findMainList(lists);
  for (const plan of plans) {
    const list = lists.get(plan);
    if (list !== undefined) putList(draft, plan, list, scope);
    else if (plan.shape === 'records') putRecords(draft, plan, plans, scope);
    else if (plan.shape === 'object') putNested(draft, plan, plans, scope, main);
    else if (plan.entryTypes !== undefined && scope.wholePage) putEntries(draft, plan, scope);
    else if (plan.shape === 'scalar') putScalar(draft, plan, scope, main);
    // What kind of record the schema is for needs no page.
    const [only, another] = plan.enumMembers;
    const isKind = kindNames.has(plan.name.toLowerCase()) && plan.shape === 'scalar';
    if (!draft.value.has(plan.name) && plan.required && isKind)
      if (only !== undefined && another === undefined) draft.value.set(plan.name, only);
    if (!draft.value.has(plan.name)) {
      const shown = draft.shown.get(plan);
      const pointer = toJsonPointer([plan.name]);
      const list = plan.shape === 'records' && { isList: true };
      draft.missing.push({ pointer, required: plan.required, shown, ...list });
      if (plan.nullable) draft.value.set(plan.name, null);
    }
  }
  addTotalTime(draft, plans, scope);
  dropOldPrice(draft, plans);
  return { ...draft, value: Object.fromEntries(draft.value) };
}

/** Takes a former price out that is not above the price: themes call the only price so as well, and others are those of other articles. */
function dropOldPrice(draft: Draft, plans: readonly FieldPlan[]): void {
  const { value, sources, missing } = draft;
  const findPlan = (name: string): FieldPlan | undefined =>
    plans.find(({ concept }) => concept?.name === name);
  const [plan, price] = [findPlan('oldPrice'), findPlan('price')];
  if (plan === undefined || price === undefined) return;
  const former = Number(value.get(plan.name) ?? Number.NaN);
  const { doubt = 1, rivals = [] } = sources.get(toJsonPointer([price.name]))?.certainty ?? {};
  if (!(former <= Number(value.get(price.name) ?? Number.NaN))) return;
  // Of two prices the lower one may be the present one.
  if (doubt === 1 && rivals.some((rival) => Number(rival.value) < former)) return;
  const pointer = toJsonPointer([plan.name]);
  draft.found -= 1;
  sources.delete(pointer);
  value.delete(plan.name);
  if (plan.nullable) value.set(plan.name, null);
  missing.push({ pointer, required: plan.required });
}

/** The list for a field; who asks for nothing but lists of pictures and the like gets all that the page has, which is read elsewhere. */
function findList(
  plan: FieldPlan,
  plans: readonly FieldPlan[],
  scope: Scope,
): ElectedList | undefined {
  const areMixed = plans.some(({ shape }) => shape === 'scalar' || shape === 'object');
  return electList(plan, scope) ?? (areMixed ? electGallery(plan, scope) : undefined);
}

function putList(
  draft: Draft,
  plan: FieldPlan,
  { values, items }: ElectedList,
  scope: Scope,
): void {
  const kept = items.slice(0, values.length);
  const isUnknown = plan.kind === 'keywords' && plan.concept === undefined;
  const isShared = ({ source }: ListItem): boolean => {
    const element = elementOf(scope.facts.page, { source });
    return isOfSite(source, scope) || (element !== undefined && isMenu(element, scope));
  };
  const last = plan.kind === 'persons' ? kept.at(-1) : undefined;
  const beside = last === undefined ? undefined : findNameBeside(last, values, scope);
  if (beside !== undefined)
    scope.facts.cuts.add(
      `Behind the last of "${plan.name}" stands "${beside}", which may be another one and is not given.`,
    );
  if (isUnknown && kept.every(isShared)) tellSite(plan, scope, 'a menu, the header or the footer');
  put(
    draft,
    plan,
    values,
    kept.map(({ source }, at) => [toJsonPointer([at]), source] as const),
  );
}

function putScalar(
  draft: Draft,
  plan: FieldPlan,
  scope: Scope,
  list: IndexedElement | undefined,
): void {
  if (isTrail(plan) && scope.wholePage) {
    const [first, ...rest] = listTrail(scope.facts);
    if (first === undefined) return;
    const trail = [first, ...rest].map((step) => step.name).join(' > ');
    put(draft, plan, trail, [['', first.source]]);
    return;
  }
  const { elected, shown } = electScalar(plan, scope, list);
  if (shown !== undefined) draft.shown.set(plan, shown);
  if (elected === undefined) return;
  const { value, source } = elected.candidate;
  const bound = isPlainPrice(plan) ? findPriceBound(scope, source) : undefined;
  if (bound !== undefined)
    scope.facts.cuts.add(
      `The value of "${plan.name}" is the ${bound.isLeast ? 'lowest' : 'highest'} of several prices: "${bound.text}".`,
    );
  const isShown = elected.choices.some(({ origin }) => !machineOrigins.has(origin));
  const priced = isPlainPrice(plan) && !isShown ? findOtherPriced(scope, source) : undefined;
  if (priced !== undefined)
    scope.facts.cuts.add(
      `The value of "${plan.name}" is what the page's data states of "${priced}", which the page is not called.`,
    );
  const rate = isPlainPrice(plan) ? findPriceRate(plan, source, scope) : undefined;
  if (rate !== undefined)
    scope.facts.cuts.add(
      `The value of "${plan.name}" is the price for a time or a measure: "${rate}".`,
    );
  else if (isPlainPrice(plan) && elected.candidate.sense === 'unit')
    scope.facts.cuts.add(`The page states no other price for "${plan.name}" than that of a unit.`);
  const isOfProse = ({ origin, source: at }: Candidate): boolean =>
    origin === 'text' && isInSentence(plan, scope, at);
  if (isPlainPrice(plan) && elected.choices.every(isOfProse))
    scope.facts.cuts.add(
      `The value of "${plan.name}" stands in a sentence or beside other words alone, and may be the price of something else.`,
    );
  if (plan.concept?.name === 'rating' && isByVisitor(source, scope))
    scope.facts.cuts.add(
      `The value of "${plan.name}" is what one visitor gave: the page states none of all.`,
    );
  if (isNumberKind(plan)) tellScale(plan, source, scope);
  if (plan.kind === 'text' && isOfSite(source, scope)) tellSite(plan, scope);
  if (asksOtherThing(plan, scope))
    scope.facts.cuts.add(
      `The value of "${plan.name}" is the title of a page that calls itself an article, and may be no such name.`,
    );
  put(draft, plan, value, [['', { ...source, certainty: judgeCertainty(plan, elected, scope) }]]);
}

/** Says by what the number of a field is divided, as the label beside it says: "Price (in thousands)". */
function tellScale(plan: FieldPlan, source: ValueSource, scope: Scope): void {
  const [scale] = listLabelsBeside(source, scope).flatMap(
    ({ labelText }) => findStatedScale(plan.asked, labelText) ?? [],
  );
  if (scale !== undefined)
    scope.facts.cuts.add(`The value of "${plan.name}" is in ${scale}, as its label says.`);
}

function tellSite(
  { name }: FieldPlan,
  { facts: { cuts } }: Scope,
  place = 'the header or the footer',
): void {
  cuts.add(
    `The value of "${name}" stands in ${place} of the page, so that it may be the site's own.`,
  );
}

/** Whether a value stands in what the pages of a site share, on a page that is headed by another name than the site's. */
function isOfSite(
  source: Candidate['source'],
  { facts: { page, siteNames, heading } }: Scope,
): boolean {
  const element = elementOf(page, { source });
  if (element === undefined || siteNames.has(joinName(heading))) return false;
  const around = new Set(page.around(element).map(({ node }) => node.name));
  const isShared = around.has('header') || around.has('footer');
  return isShared && !around.has('main') && !around.has('article');
}

function putRecords(
  draft: Draft,
  plan: FieldPlan,
  siblings: readonly FieldPlan[],
  scope: Scope,
): void {
  const isOnly = siblings.every((other) => other === plan || other.shape !== 'records');
  const records = findRecords(plan, scope, isOnly);
  if (records.length === 0) return;
  const values = records.map(({ value }) => value);
  put(draft, plan, values, joinSources(records, ''));
  addAll(draft.missing, listMissing(plan.children, records, toJsonPointer([plan.name])));
}

function findRecords(plan: FieldPlan, scope: Scope, isOnlyList: boolean): readonly Filled[] {
  return fillNamedParts(plan, scope, () => {
    const each = toItemKeys(plan);
    const keys = plan.keys.filter((key) => !each.includes(key));
    const stated = fillEach(plan.children, findInner({ keys }, scope), scope);
    if (stated.length > 0) return stated;
    const shown = scope.wholePage ? readRecords(plan.children, scope, plan.name) : [];
    const isNone = isOneText(plan, shown, scope) || (plan.nullable && lackRequired(plan, shown));
    if (!isNone && shown.length > 0) return shown;
    const items = fillEach(plan.children, findInner({ keys: each }, scope), scope);
    return items.length > 0 || !scope.wholePage
      ? items
      : fillAlone(plan.children, plan.name, scope, isOnlyList);
  });
}

/** What data calls a list as one of its items, where that is no name of its own: one thing there may be one of many that are shown. */
function toItemKeys({ name, concept, keys }: FieldPlan): readonly string[] {
  const one = toSingular(name);
  const isOwn = one === name || concept?.keys.includes(one) === true;
  return isOwn || !keys.includes(one) ? [] : [one];
}

/** The records of the things that the data of a page states side by side, which it does not show. */
function fillAlone(
  plans: readonly FieldPlan[],
  name: string,
  scope: Scope,
  isOnlyList: boolean,
): readonly Filled[] {
  return fillEach(plans, listAlone(plans, name, scope, isOnlyList), scope);
}

function fillEach(
  plans: readonly FieldPlan[],
  entities: readonly IndexedEntity[],
  scope: Scope,
): readonly Filled[] {
  return entities
    .slice(0, maxRecords)
    .map((entity) => fillObject(plans, toEntityScope(scope, entity)))
    .filter(({ found }) => found > 0);
}

/** Characters of the texts of records on average from which on they are prose: notices, paragraphs. */
const minProse = 80;

/** Elements around a text of a record of which one may be called as the list is. */
const maxAround = 4;

/**
 * Whether records of several fields have nothing but one long text each, which is no title and stands in nothing that is called as
 * they are: paragraphs are none of what is asked.
 */
function isOneText(
  { name, children }: FieldPlan,
  records: readonly Filled[],
  { facts: { page } }: Scope,
): boolean {
  if (children.length < 2 || records.length === 0) return false;
  const titles = new Set(children.flatMap((child) => (child.kind === 'title' ? child.name : [])));
  const texts = records.map(({ value }) => {
    const filled = Object.entries(value).filter(([, part]) => part !== null && part !== '');
    const [only, another] = filled;
    if (only === undefined || another !== undefined || titles.has(only[0])) return undefined;
    return typeof only[1] === 'string' ? only[1] : undefined;
  });
  const one = toSingular(name.toLowerCase());
  const isCalledSo = records.some(({ sources }) =>
    Array.from(sources.values()).some((source) => {
      const element = elementOf(page, { source });
      const around = element === undefined ? [] : page.around(element, maxAround);
      return around.some((outer) => [...page.tokensOf(outer)].map(toSingular).includes(one));
    }),
  );
  if (isCalledSo) return false;
  const whole = texts.filter((text) => text !== undefined);
  const length = whole.reduce((sum, text) => sum + text.length, 0);
  return whole.length === texts.length && length > minProse * texts.length;
}

/** Whether all records lack what each must have. */
function lackRequired({ children }: FieldPlan, records: readonly Filled[]): boolean {
  const required = children.filter((child) => child.required && !child.nullable);
  return records.every(({ value }) => required.some(({ name }) => value[name] === undefined));
}

/**
 * Puts the object that a field holds, unless it is one that need not be there and lacks what it must have; of a field that takes plain
 * values as well such a value then.
 */
function putNested(
  draft: Draft,
  plan: FieldPlan,
  siblings: readonly FieldPlan[],
  scope: Scope,
  list: IndexedElement | undefined,
): void {
  const found = fillNested(plan, siblings, scope);
  const filled = found && withUnit(plan, found, scope.facts);
  if (plan.types.length > 0 && scope.mayLack !== true && !isWhole(filled)) {
    putScalar(draft, { ...plan, shape: 'scalar', children: [] }, scope, list);
    if (draft.value.has(plan.name)) return;
  }
  const pointer = toJsonPointer([plan.name]);
  if (filled === undefined || filled.found === 0) {
    // What need not have anything is there without it.
    if (plan.required && !plan.nullable && plan.children.every(({ required }) => !required))
      draft.value.set(plan.name, filled?.value ?? {});
    return;
  }
  const lacked = filled.missing.filter(({ required }) => required);
  if (lacked.length > 0 && scope.mayLack !== true && (!plan.required || plan.nullable)) {
    const names = lacked.map((field) => `"${field.pointer.slice(1)}"`).join(', ');
    scope.facts.cuts.add(
      `The page has no ${names} for "${plan.name}", which the schema requires of it, and "${plan.name}" was left out.`,
    );
    return;
  }
  put(draft, plan, filled.value, filled.sources);
  for (const field of filled.missing)
    draft.missing.push({ ...field, pointer: pointer + field.pointer });
}

/** Whether an object has something, and all that it must have. */
function isWhole(filled: Filled | undefined): boolean {
  return (
    filled !== undefined && filled.found > 0 && filled.missing.every(({ required }) => !required)
  );
}

function fillNested(
  plan: FieldPlan,
  siblings: readonly FieldPlan[],
  scope: Scope,
): Filled | undefined {
  const inner = findInner(plan, scope)[0];
  const stated =
    inner === undefined ? undefined : fillObject(toEntityFields(plan), toEntityScope(scope, inner));
  if (stated !== undefined && stated.found > 0) return stated;
  if (!scope.wholePage) return fillObject(listOwnFields(plan), scope);
  if (wrapsPage(plan, siblings, scope)) {
    const fields = toPageFields(plan);
    return fillObject(fields, rescope(fields, scope, plan.name));
  }
  const parts = toParts(plan);
  const section = findPartSection(plan, scope.facts);
  if (section !== undefined) {
    const below = fillObject(parts, { ...scope, entities: [], within: section });
    const areParted = siblings.some(
      (other) => other !== plan && findPartSection(other, scope.facts) !== undefined,
    );
    if (below.found > 0 || areParted) return below;
  }
  const prompt = `${scope.prompt} ${splitWords(plan.name).join(' ')}`;
  return fillObject(parts, rescope(parts, { ...scope, prompt }, plan.name));
}

/** Puts the names and values that a field takes whatever they are. */
function putEntries(draft: Draft, plan: FieldPlan, scope: Scope): void {
  const entries = readEntries(plan, scope);
  if (entries.size === 0) return;
  const value = Object.fromEntries([...entries].map(([name, entry]) => [name, entry.value]));
  const sources = [...entries].map(
    ([name, { source }]) => [toJsonPointer([name]), source] as const,
  );
  put(draft, plan, value, sources);
}

/** Returns the entities under a field's name, in the order of the ranked entities. */
function findInner({ keys }: Pick<FieldPlan, 'keys'>, scope: Scope): readonly IndexedEntity[] {
  for (const { entity } of scope.entities) {
    for (const key of keys) {
      const inner = readPath(entity, key, maxRecords).flatMap((value) =>
        value.kind === 'entity' ? [indexEntity(value, entity.depth + 1)] : [],
      );
      if (inner.length > 0) return inner;
    }
  }
  return [];
}

/** Returns the scope for a set of fields: the entities are ranked again by which of these fields they state. */
export function rescope(plans: readonly FieldPlan[], scope: Scope, wantedName?: string): Scope {
  const { facts } = scope;
  const page = {
    title: facts.page.title,
    heading: facts.heading,
    url: facts.page.reading.url,
    isOfVideo: facts.metas.get('og:type')?.[0]?.content.startsWith('video') === true,
    foreign: facts.foreign,
  };
  const wanted = wantedName === undefined ? undefined : joinName(wantedName);
  return { ...scope, entities: rankEntities(facts.entities, plans, page, wanted) };
}

/** Puts the sum of all parts that the page states of a total time that it does not state. */
function addTotalTime(draft: Draft, plans: readonly FieldPlan[], scope: Scope): void {
  const total = plans.find((plan) => plan.concept?.name === 'totalTime' && isNumeric(plan));
  if (total === undefined || typeof draft.value.get(total.name) === 'number') return;
  const sum = sumParts(total, scope);
  if (sum === undefined) return;
  put(draft, total, sum.value, [['', sum.source]]);
  const pointer = toJsonPointer([total.name]);
  const at = draft.missing.findIndex((field) => field.pointer === pointer);
  if (at >= 0) draft.missing.splice(at, 1);
}

import { isTag } from 'domhandler';
import { textContent } from 'domutils';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { addTo, addAll, toWordSet } from '../../runtime/collections.ts';
import { elementsWith } from '../fields/sources/find-hints.ts';
import { isOfOther } from '../fields/sources/own-label.ts';
import { isStyled, namesLook } from '../fields/sources/refute-hint.ts';
import { isMenu } from '../fields/is-menu.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import { foldLabel } from '../lexicon/fold-label.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import type { CandidateOrigin } from '../fields/candidate.ts';
import {
  type ListItem,
  dropInner,
  isBold,
  isDirectlyAbove,
  isLeafItem,
  isTableRow,
  kitchenUnits,
  leafItems,
  maxItemLength,
  maxItems,
  minShare,
  quantityFirst,
  tableRows,
  toForm,
  toItems,
  toLines,
  toParagraphItems,
} from './list-item.ts';

const labelTags: ReadonlySet<string> = toWordSet(
  'h1 h2 h3 h4 h5 h6 p div span strong b dt legend summary button a label',
);
const maxDistance = 400;
const maxGroups = 400;
const asideTrust = 0.7;
/** Items within elements that carry the name; several such elements as the items; lines of a single one. */
const namedItemsTrust = 0.62;
const namedElementsTrust = 0.6;
const namedLinesTrust = 0.5;
const namedRowsTrust = 0.61;
/** Trust in a list under a heading, or under another element whose whole text is the name. */
const headedTrust = 0.58;
const labelledTrust = 0.5;
/** Share of the trust for a heading that says more than the name: "How to make the sauce". */
const namedAmongShare = 0.8;
/** Share of the trust for paragraphs under a heading without list items. */
const paragraphShare = 0.9;
const labelLevel = 7;
/** Words behind the label of a heading in bold type; more are a sentence. */
const maxHeadRest = 5;
/** Characters from which a label heads a list even among other words: "Ingredients for the sauce". */
const minHeadWord = 6;

export function findPageLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  return [
    ...findNamedLists(plan, scope),
    ...findHeadedLists(plan, scope),
    ...findLabelledLists(plan, scope),
    ...findTagLinks(plan, scope),
    ...findChoices(plan, scope),
  ];
}

/** Lists whose markup says their name (`<ul aria-label="Skills">`), and lines below one that is the name, set off from them. */
function findLabelledLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  return page.elements.flatMap((element) => {
    if (zones.isAside(element)) return [];
    const { name, attribs, children } = element.node;
    if (listTags.has(name)) {
      if (!plan.labels.has(foldLabel(attribs['aria-label'] ?? ''))) return [];
      const items = toItems(page, leafItems(page, element), plan.kind);
      return toLists(plan, scope, items, { weight: namedItemsTrust, element });
    }
    if (!children.some((child) => isTag(child) && child.name === 'br')) return [];
    const [first] = page.childrenOf(element);
    const isName =
      first !== undefined && labelTags.has(first.node.name) && plan.labels.has(page.labelOf(first));
    if (!isName) return [];
    const [label, ...lines] = page.linesOf(element);
    if (lines.length < 2 || page.lineOf(first) !== label) return [];
    const source = { node: element.node };
    const items = lines.map((text) => ({ text, source }));
    return toLists(plan, scope, items, { weight: labelledTrust, element });
  });
}

/** Trust in links that nothing but their markup calls tags, below that in lists with a name. */
const tagLinksTrust = 0.3;
const choicesTrust = 0.6;

/** The links that HTML calls tags of the page (`rel=tag`), in one list: several with other links are those of other articles. */
function findTagLinks(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  if (plan.kind !== 'keywords' || plan.concept?.name !== 'keywords') return [];
  const { page } = scope.facts;
  const groups = Map.groupBy(page.elements.filter(isTagLink), ({ parent }) => {
    const around = page.elements[parent];
    return around?.node.name === 'li' ? around.parent : parent;
  });
  const [links, ...others] = [...groups.values()];
  const [element] = links ?? [];
  if (links === undefined || element === undefined) return [];
  const own = new Set(links.map(({ node }) => node.attribs['href']));
  // The same ones may be shown again, for a narrow screen.
  if (others.flat().some(({ node }) => !own.has(node.attribs['href']))) return [];
  // A single one may as well be the section.
  if (links.length < 2 && !page.tokensOf(element).has('tag')) return [];
  return toLists(plan, scope, toItems(page, links, plan.kind), { weight: tagLinksTrust, element });
}

/** Whether a link is one to a tag and not, as blogs have it, to a category. */
function isTagLink({ node: { name, attribs }, textStart, textEnd }: IndexedElement): boolean {
  const relations = (attribs['rel'] ?? '').toLowerCase().split(/\s+/);
  return (
    name === 'a' &&
    textEnd > textStart &&
    relations.includes('tag') &&
    !relations.includes('category') &&
    !categoryPath.test(attribs['href'] ?? '')
  );
}

const categoryPath = /\/categor(?:y|ies)\//i;

/** What a choice says before one has chosen. */
const unchosen = /^(?:[-–—]|(?:please\s)?(?:choose|select|pick)\b|bitte\s|(?:aus)?wählen)/i;

/** The options of a choice that bears the field's name: of what can be chosen a list asks for all. */
function findChoices(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  // Choices of a language or a category lead elsewhere.
  if (plan.concept !== undefined && plan.concept.name !== 'color') return [];
  const labelled = new Set(
    page.elements
      .filter((label) => label.node.name === 'label' && plan.labels.has(page.labelOf(label)))
      .map(({ node }) => node.attribs['for'] ?? ''),
  );
  return page.elements.flatMap((element) => {
    const { name, attribs } = element.node;
    if (name !== 'select' || zones.isAside(element)) return [];
    const names = [attribs['aria-label'] ?? '', attribs['name'] ?? ''];
    const isCalled =
      labelled.has(attribs['id'] ?? ' ') || names.some((one) => plan.labels.has(foldLabel(one)));
    if (!isCalled) return [];
    const options = page.elements
      .slice(element.position, element.end)
      .filter(({ node }) => node.name === 'option' && node.attribs['value'] !== '')
      .slice(0, maxItems)
      .map(({ node }) => ({ text: foldText(textContent(node)), source: { node } }));
    const items = options.filter(({ text }) => text !== '' && !unchosen.test(text));
    return toLists(plan, scope, items, { weight: choicesTrust, element });
  });
}

/** Containers of class "ingredients" with items, or repeated elements of class "ingredient". */
function findNamedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page } = scope.facts;
  const groups = new Map<string, IndexedElement[]>();
  for (const words of plan.tokens) {
    for (const element of elementsWith(words, scope)) {
      if (isStyled(element.node, plan) || namesLook(element.node, words)) continue;
      const { name, attribs } = element.node;
      const key = `${words.join(' ')}/${name}/${attribs['class'] ?? ''}/${attribs['itemprop'] ?? ''}`;
      if (groups.has(key) || groups.size < maxGroups) addTo(groups, key, element);
    }
  }
  return [...groups.values()].flatMap((group) => {
    const outer = dropInner(group).filter(
      (each) =>
        plan.kind !== 'keywords' ||
        !(holdsOthers(plan, page, each) || (plan.concept === undefined && isNoList(each, scope))),
    );
    const [element] = outer;
    if (element === undefined) return [];
    const add = (items: readonly ListItem[], weight: number): readonly ListCandidate[] =>
      toLists(plan, scope, items, { weight, element });
    const leaves = outer.flatMap((each) => leafItems(page, each, plan.kind === 'steps'));
    const listed =
      plan.kind === 'ingredients' && leaves.length < 2
        ? outer.flatMap((each) => tableRows(page, each))
        : leaves;
    // The group holds either the containers of the items or the items themselves.
    const named =
      listed.length >= 2 && holdMost(listed, outer)
        ? add(toItems(page, listed, plan.kind), namedItemsTrust)
        : outer.length >= 2
          ? add(toItems(page, outer, plan.kind), namedElementsTrust)
          : add(toLines(page, outer), namedLinesTrust);
    // A step in several blocks would be cut into them.
    if (plan.kind === 'steps' || listed.length >= 2) return named;
    const rows = listRows(page, outer);
    if (rows.length <= outer.length) return named;
    return [...named, ...add(toItems(page, rows, plan.kind), namedRowsTrust)];
  });
}

/** Whether what bears a name is a menu, a heading, a hint of a form, or a part of the items of another list: the notes of ingredients. */
function isNoList(element: IndexedElement, scope: Scope): boolean {
  if (isMenu(element, scope) || headingLevel(element) !== undefined) return true;
  const [, ...around] = scope.facts.page.around(element, maxPartDepth);
  return around.some(
    ({ node, textStart, textEnd }) =>
      node.name === 'form' ||
      (node.name === 'li' && textEnd - textStart > element.textEnd - element.textStart),
  );
}

/** Elements around a part of an item, within the item; around what an entry says, within it. */
const maxPartDepth = 4;
const maxEntryDepth = 8;

/** The list under a heading that names the field: up to the next heading of its rank. */
export function findHeadedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  const lists: ListCandidate[] = [];
  for (const heading of page.elements) {
    // Below the title is all of the page.
    if (!labelTags.has(heading.node.name) || heading === zones.mainHeading) continue;
    const level = headingLevel(heading) ?? labelLevel;
    const whole = page.labelOf(heading);
    const label = level < labelLevel ? whole.replace(forHowMany, '') : whole;
    if (label === '' || !(isHeadOf(plan, label, level) || isBoldHeadOf(plan, page, heading, label)))
      continue;
    const { items, paragraphs } = readBelow(plan, page, heading, level);
    if (isItemBeside(page, heading, items[0])) continue;
    const share = plan.labels.has(label) ? 1 : namedAmongShare;
    const weight = (level < labelLevel ? headedTrust : labelledTrust) * share;
    const isList = items.length > 0;
    const found = isList
      ? toItems(page, items, plan.kind)
      : toParagraphItems(page, paragraphs, plan.kind);
    const place = { weight: weight * (isList ? 1 : paragraphShare), element: heading };
    addAll(lists, toLists(plan, scope, found, place));
  }
  return lists;
}

/** Whether what names a list is itself an item beside that which follows it: an entry of a menu. */
function isItemBeside(
  page: PageIndex,
  heading: IndexedElement,
  item: IndexedElement | undefined,
): boolean {
  if (item === undefined) return false;
  const around = page.around(heading, maxEntryDepth);
  return (
    around.some(({ node }) => node.name === 'a') &&
    around.some(({ node, parent }) => node.name === item.node.name && parent === item.parent)
  );
}

/** Behind the label of a heading, whose last bracket is a mark at its end: "材料(2人分)". */
const forHowMany = /\s?\([^()]{0,20}\d[^()]{0,20}$/;

function isHeadOf(plan: FieldPlan, label: string, level: number): boolean {
  if (plan.labels.has(label)) return true;
  if (level === labelLevel) return false;
  const words = label.split(/[^\p{L}']+/u);
  if (words.some((word) => word.length >= minHeadWord && plan.labels.has(word))) return true;
  // "How to make pancakes": a label of several words begins the heading.
  return [2, 3].some((count) => plan.labels.has(words.slice(0, count).join(' ')));
}

/** A paragraph in bold type throughout that begins with a label and says for how many: "Zutaten für 6 Personen". */
function isBoldHeadOf(
  plan: FieldPlan,
  page: PageIndex,
  element: IndexedElement,
  label: string,
): boolean {
  if (!isBoldParagraph(page, element)) return false;
  const [first = '', ...rest] = label.split(/\s+/);
  return (
    plan.labels.has(first) && rest.length <= maxHeadRest && rest.some((word) => /^\d/.test(word))
  );
}

function isBoldParagraph(page: PageIndex, element: IndexedElement): boolean {
  return element.node.name === 'p' && isBold(page, element);
}

/** Whether a paragraph in bold type names another field, whose list begins there, or the notes. */
function isHeadOfOther(plan: FieldPlan, page: PageIndex, element: IndexedElement): boolean {
  return isBoldParagraph(page, element) && namesOther(plan, page, element);
}

function namesOther(plan: FieldPlan, page: PageIndex, element: IndexedElement): boolean {
  const label = page.labelOf(element);
  if (plan.labels.has(label)) return false;
  return noteLabels.has(label) || findConceptByLabel(label) !== undefined;
}

/** What follows the steps of a recipe under a label of its own. */
const noteLabels: ReadonlySet<string> = toWordSet(
  'note|notes|recipe notes|tip|tips|nutrition|tipp|tipps|hinweis|hinweise|astuce|astuces|remarques|conseils|nota|notas|consejo|consejos|sugerencia|sugerencias|consigli|suggerimenti|sugestões|dica|dicas|opmerkingen|uwagi|wskazówki',
  '|',
);

/** List items and paragraphs between a heading and the next one of its rank, within the part of the page that holds both. */
function readBelow(
  plan: FieldPlan,
  page: PageIndex,
  heading: IndexedElement,
  level: number,
): { readonly items: readonly IndexedElement[]; readonly paragraphs: readonly IndexedElement[] } {
  const withHeads = plan.kind === 'steps';
  const items: IndexedElement[] = [];
  const paragraphs: IndexedElement[] = [];
  let head: IndexedElement | undefined;
  let stop = Math.min(page.elements.length, heading.end + maxDistance * 3);
  for (let at = heading.end; at < stop; at += 1) {
    const element = page.elements[at];
    if (element === undefined) break;
    const rank = headingLevel(element);
    const found = items.length + paragraphs.length > 0;
    if (rank !== undefined && rank < level) break;
    if (rank !== undefined && rank === level && (found || level > 3)) {
      if (!(found && plan.kind === 'ingredients' && isSectionHead(page, element, stop))) break;
    }
    if (rank !== undefined && level === labelLevel && found) break;
    const other =
      rank !== undefined && plan.kind === 'ingredients'
        ? findOtherPart(page, heading, items[0], element)
        : undefined;
    if (other !== undefined && !isSectionHead(page, element, other.end)) {
      at = other.end - 1;
      continue;
    }
    if (!found && at > heading.end + maxDistance) break;
    if (found && isHeadOfOther(plan, page, element)) break;
    // Below the heading of something else is not what this one heads.
    if (rank !== undefined && namesOther(plan, page, element))
      if (hasTextBetween(page, heading, element)) break;
    if (rank !== undefined) head = element;
    const { name } = element.node;
    const isRow = plan.kind === 'ingredients' && isTableRow(page, element);
    const isItem = isRow || (name === 'li' && isLeafItem(page, element));
    if (
      !isItem &&
      (name !== 'p' || page.around(element, 5).some(({ node }) => itemTags.has(node.name)))
    )
      continue;
    if (!found) stop = Math.min(stop, endOfCommonPart(page, heading, element));
    if (isItem && withHeads && head !== undefined && isDirectlyAbove(page, head, element))
      items.push(head);
    head = undefined;
    (isItem ? items : paragraphs).push(element);
  }
  return { items, paragraphs };
}

/** Whether something is said between two elements. */
function hasTextBetween(page: PageIndex, first: IndexedElement, second: IndexedElement): boolean {
  return page.text.slice(first.textEnd, second.textStart).trim() !== '';
}

const listTags: ReadonlySet<string> = new Set(['ul', 'ol']);
const itemTags: ReadonlySet<string> = new Set(['li', 'tr']);

/** Share of the items below a heading that begin with an amount, from which it heads a part of the list: others name tools. */
const minSectionShare = 0.3;
/** Elements below a heading within which its items stand. */
const maxSection = 200;

/** Whether what stands directly below a heading of the same rank goes on with the list: "For the sauce". */
function isSectionHead(page: PageIndex, heading: IndexedElement, stop: number): boolean {
  const label = page.labelOf(heading);
  if (noteLabels.has(label) || findConceptByLabel(label) !== undefined) return false;
  const behind = page.elements.slice(heading.end, Math.min(stop, heading.end + maxSection));
  const end = behind.findIndex((element) => headingLevel(element) !== undefined);
  const items = (end < 0 ? behind : behind.slice(0, end)).filter(
    (element) => element.node.name === 'li' && isLeafItem(page, element),
  );
  const [first] = items;
  if (first === undefined || !isDirectlyAbove(page, heading, first)) return false;
  const lines = items.map((element) => page.lineOf(element, maxItemLength));
  const counted = lines.filter((line) => quantityFirst.test(line)).length;
  const length = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
  return counted >= lines.length * minSectionShare && length < maxIngredientLength;
}

/**
 * The end of the smallest element around two elements, of which the first begins earlier, and of those of its form directly behind it
 * that hold nothing but further lists of that kind.
 */
function endOfCommonPart(page: PageIndex, first: IndexedElement, second: IndexedElement): number {
  const around = page.around(first).find(({ end }, at) => at > 0 && end > second.position);
  if (around === undefined) return page.elements.length;
  let { end } = around;
  const list = page.elements[second.parent]?.node.name ?? '';
  if (!listTags.has(list)) return end;
  for (
    let next = page.elements[end];
    next !== undefined &&
    next.parent === around.parent &&
    next.position < first.end + maxDistance * 3 &&
    toForm(next) === toForm(around);
    next = page.elements[end]
  ) {
    const lists = page.childrenOf(next).filter(({ node }) => node.name === list);
    if (lists.flatMap(page.linesOf).length < page.linesOf(next).length) break;
    ({ end } = next);
  }
  return end;
}

/** The part of its own that a heading behind a list belongs to, where the list stands by itself beside its own heading: a widget. */
function findOtherPart(
  page: PageIndex,
  first: IndexedElement,
  item: IndexedElement | undefined,
  heading: IndexedElement,
): IndexedElement | undefined {
  if (item === undefined) return undefined;
  const common = page.around(first).find(({ end }, at) => at > 0 && end > heading.position);
  const partOf = (element: IndexedElement): IndexedElement | undefined =>
    page.around(element).find(({ parent }) => parent === common?.position);
  const [list, part] = [partOf(item), partOf(heading)];
  const isApart = list !== undefined && listTags.has(list.node.name) && part !== list;
  return isApart && part !== heading ? part : undefined;
}

/** A list of these items without what only names it; none where nothing is left. */
function toLists(
  { labels, kind, concept }: FieldPlan,
  { facts }: Scope,
  items: readonly ListItem[],
  { weight, element }: Pick<ListCandidate, 'weight'> & { readonly element: IndexedElement },
): readonly ListCandidate[] {
  const isOpen = kind === 'keywords' && concept === undefined;
  const isHeading = ({ text, source }: ListItem): boolean =>
    namesList(text, labels) && headsOnly(facts.page, source.node);
  const worded = (kind === 'steps' ? cutNotes(items) : items).filter(
    (item) => !labels.has(foldLabel(item.text)) && !(isOpen && isHeading(item)),
  );
  // One heading above all items names the whole list, not a section of it.
  const isWhole = worded[0]?.isHead === true && worded.slice(1).every(({ isHead }) => !isHead);
  const kept = isWhole ? worded.slice(1) : worded;
  const trust = facts.zones.isAside(element) ? asideTrust : 1;
  return kept.length === 0
    ? []
    : [{ items: kept, weight: weight * trust, origin: 'hint', element }];
}

/** The steps before the heading of the notes. */
function cutNotes(items: readonly ListItem[]): readonly ListItem[] {
  const at = items.findIndex(
    ({ text, isHead }) => isHead === true && noteLabels.has(foldLabel(text)),
  );
  return at > 0 ? items.slice(0, at) : items;
}

const maxHeadWords = 6;

/** Whether a few words, of which one is the list's name, head it: "My tips and tricks". */
export function namesList(text: string, labels: ReadonlySet<string>): boolean {
  const words = foldLabel(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return words.length <= maxHeadWords && !/\d/.test(text) && words.some((word) => labels.has(word));
}

/** Whether an item is a heading, or nothing but one. */
function headsOnly(page: PageIndex, node: ListItem['source']['node']): boolean {
  const element = page.elementOf(node);
  if (element === undefined) return false;
  const line = page.lineOf(element);
  return page.elements
    .slice(element.position, Math.min(element.end, element.position + maxHeadParts))
    .some((part) => headingLevel(part) !== undefined && page.lineOf(part) === line);
}

const maxHeadParts = 6;

/** Whether the items hold most of their containers' text; few items in much text are tips or links beside the steps. */
function holdMost(
  items: readonly IndexedElement[],
  containers: readonly IndexedElement[],
): boolean {
  return lengthOf(items) * 3 >= lengthOf(containers);
}

function lengthOf(elements: readonly IndexedElement[]): number {
  return elements.reduce((sum, { textStart, textEnd }) => sum + textEnd - textStart, 0);
}

/** Returns the children that a template made alike in each container, below wrappers that hold one element alone. */
function listRows(
  page: PageIndex,
  containers: readonly IndexedElement[],
): readonly IndexedElement[] {
  return containers.slice(0, maxItems).flatMap((container) => {
    let children = page.childrenOf(container);
    for (let step = 0; step < 3 && children.length === 1 && children[0] !== undefined; step += 1)
      children = page.childrenOf(children[0]);
    const forms = Map.groupBy(
      children.filter(({ textStart, textEnd }) => textEnd > textStart),
      ({ node }) => `${node.name}.${node.attribs['class'] ?? ''}`,
    );
    const most = [...forms.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    return most.length >= 2 ? most : [];
  });
}

/** Elements of a container that are searched for labels. */
const maxLabelled = 60;

/** Whether a container shows other fields beside their labels: "Course: dinner" among what a template calls tags. */
function holdsOthers(plan: FieldPlan, page: PageIndex, { position, end }: IndexedElement): boolean {
  return page.elements.slice(position, Math.min(end, position + maxLabelled)).some((element) => {
    const [label, value, more] = page
      .childrenOf(element)
      .filter((inner) => page.labelOf(inner) !== '');
    if (label === undefined || value === undefined || more !== undefined) return false;
    return label.node.name !== 'a' && isOfOther(`${page.labelOf(label)}:`, plan);
  });
}

/** Its first two letters are looked for once: trying all of a long line would take seconds. */
const sentence = /^(?=(.*?\p{L}{2}))\1(?:.*[.!?。](?:\s|$)|.*;$)/su;
const minItems = 3;
/** Share of items with a measure of the kitchen from which on a list that begins its lines with numbers is one of ingredients. */
const minMeasured = 0.2;
const kitchenMeasure = new RegExp(
  `[½¼¾⅓⅔⅛]|\\d\\s?(?:${kitchenUnits})(?![\\p{L}\\p{N}])|大さじ|小さじ|カップ`,
  'iu',
);
const maxLists = 200;
/** Mean length in characters: longer ingredients are steps, shorter steps are the names of sections. */
const maxIngredientLength = 110;
const minStepLength = 30;
/** Elements around a list of ingredients, behind which its steps may stand as paragraphs; elements read there. */
const maxListWrappers = 4;
const maxBetween = 200;
const stopTags = /^(?:h[1-6]|ul|ol|footer|form|aside|nav)$/;
/** Trust in a list recognised only by its shape, below that in every named list. Steps are usually numbered. */
const shapedIngredientsTrust = 0.36;
const shapedStepsTrust = 0.34;
const numberedStepsTrust = 0.38;

/** Returns unnamed lists whose items look like ingredients or, after such a list, like steps. */
export function findShapedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  if (plan.kind !== 'ingredients' && plan.kind !== 'steps') return [];
  const { page, zones } = scope.facts;
  const lists: ListCandidate[] = [];
  let seen = 0;
  let behindIngredients = false;
  for (const element of page.elements) {
    if (element.node.name !== 'ul' && element.node.name !== 'ol') continue;
    if (zones.isAside(element)) continue;
    seen += 1;
    if (seen > maxLists) break;
    const items = toItems(page, leafItems(page, element), plan.kind);
    if (items.length < 2) continue;
    const isIngredients =
      items.length >= minItems &&
      shareOf(items, quantityFirst) >= minShare &&
      shareOf(items, kitchenMeasure) >= minMeasured &&
      meanLength(items) < maxIngredientLength;
    if (isIngredients && plan.kind === 'steps') {
      const prose = toItems(page, listProseAfter(page, element), plan.kind);
      if (prose.length >= 2 && shareOf(prose, sentence) >= minShare)
        lists.push({ items: prose, weight: shapedStepsTrust, origin: 'text', element });
    }
    if (plan.kind === 'ingredients') {
      // Sections of one list follow each other.
      const last = lists.at(-1);
      if (isIngredients && last?.element?.parent === element.parent && last.element !== undefined) {
        lists[lists.length - 1] = { ...last, items: [...last.items, ...items] };
      } else if (isIngredients)
        lists.push({ items, weight: shapedIngredientsTrust, origin: 'text', element });
    } else if (
      behindIngredients &&
      shareOf(items, sentence) >= minShare &&
      meanLength(items) > minStepLength
    ) {
      lists.push({
        items,
        weight: element.node.name === 'ol' ? numberedStepsTrust : shapedStepsTrust,
        origin: 'text',
        element,
      });
    }
    behindIngredients ||= isIngredients;
  }
  return lists;
}

/** Returns the paragraphs that follow a list, up to the next heading or list, beside it or beside what wraps it. */
function listProseAfter(page: PageIndex, list: IndexedElement): readonly IndexedElement[] {
  for (const before of page.around(list, maxListWrappers)) {
    const stop = Math.min(page.elements[before.parent]?.end ?? 0, before.end + maxBetween);
    const behind = page.elements.slice(before.end, stop);
    const end = behind.findIndex(({ node }) => stopTags.test(node.name));
    const read = end < 0 ? behind : behind.slice(0, end);
    const paragraphs = read.filter(({ node }) => node.name === 'p');
    if (paragraphs.length > 0) return paragraphs;
  }
  return [];
}

function shareOf(items: readonly ListItem[], shape: RegExp): number {
  return items.filter(({ text }) => shape.test(text)).length / items.length;
}

function meanLength(items: readonly ListItem[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0) / items.length;
}

export interface ListCandidate {
  readonly items: readonly ListItem[];
  readonly weight: number;
  readonly origin: CandidateOrigin;
  /** The first element of a list found in the page; other values of the same record are near it. */
  readonly element: IndexedElement | undefined;
}

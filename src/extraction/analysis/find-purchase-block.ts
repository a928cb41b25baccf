import { findFirstPlace, toWordSet } from '../../runtime/collections.ts';
import { findAmountOffsets } from '../values/money/find-money.ts';
import { isCartPhrase } from '../values/parse-availability.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { holds, type IndexedElement, type PageIndex } from './index-page.ts';

/** The part of a page that sells what the page is about: its heading, an amount, and a control to buy. */
export interface PurchaseBlock {
  readonly element: IndexedElement;
  readonly action: IndexedElement;
  /** The control that says in words that it buys, where one does: an order's form may have other buttons, too ("See all"). */
  readonly proof: IndexedElement;
  readonly isDisabled: boolean;
  readonly core: IndexedElement;
}

/** Words in the names of controls and forms; markup is written in English whatever the language of the page. */
const cartWords: ReadonlySet<string> = toWordSet('cart basket bag trolley');
const buyWords: ReadonlySet<string> = toWordSet(
  'buy purchase addtocart addtobasket addtobag add2cart atc buynow',
);
/** Layers that open when something was bought. */
const layerWords: ReadonlySet<string> = toWordSet(
  'modal popup dialog drawer toast overlay notification message success error',
);
const quantityWords: ReadonlySet<string> = toWordSet('qty quantity');
/** Controls that people write into: a form with one of these asks for an address or a search, not for an order. */
const writtenTypes: ReadonlySet<string> = new Set(['email', 'password', 'search', 'tel', 'url']);
const maxActionText = 40;
const maxActions = 100;
const maxAmounts = 2_000;
const maxCardClimb = 12;
const maxWrappers = 2;
const maxFormElements = 400;

/** Returns the block that sells the thing with the main heading; `undefined` where the page sells nothing, or other things. */
export function findPurchaseBlock(
  page: PageIndex,
  heading: IndexedElement | undefined,
): PurchaseBlock | undefined {
  if (heading === undefined) return undefined;
  const actions = listActions(page);
  if (actions.length === 0) return undefined;
  const amounts = findAmountOffsets(page.text, maxAmounts);
  const own = actions.filter(
    (action) =>
      !standsOnCard(page, action, actions, amounts, heading) &&
      (isBuyText(page, action) || !standsApart(page, action, heading)),
  );
  for (const block of page.around(heading).slice(1)) {
    const inside = own.filter((action) => holds(block, action));
    const enabled = inside.filter((action) => !isDisabled(action));
    const [usable] = enabled;
    const action = usable ?? inside[0];
    if (action === undefined || !hasAmount(block, amounts)) continue;
    const core = findCore(page, action, amounts) ?? block;
    const proof = enabled.find((one) => isBuyText(page, one)) ?? action;
    return { element: block, action, proof, isDisabled: usable === undefined, core };
  }
  return undefined;
}

/** The controls that buy: by their text, their names, or the form that they send. */
function listActions(page: PageIndex): readonly IndexedElement[] {
  const actions: IndexedElement[] = [];
  const orderForms = new Map<number, boolean>();
  let form: IndexedElement | undefined;
  for (const element of page.elements) {
    const { name } = element.node;
    if (name === 'form') form = element;
    if (!isControl(element)) continue;
    const owner = form !== undefined && element.position < form.end ? form : undefined;
    const sends =
      owner !== undefined &&
      name !== 'a' &&
      name !== 'img' &&
      element.node.attribs['type'] !== 'button' &&
      isOrderForm(page, owner, orderForms);
    if (sends || isBuyText(page, element) || hasBuyName(page, element)) actions.push(element);
    if (actions.length >= maxActions) break;
  }
  return actions;
}

function isControl({ node: { name, attribs } }: IndexedElement): boolean {
  if (name === 'button' || name === 'a' || name === 'img') return true;
  if (name === 'input') return /^(?:submit|button|image)$/i.test(attribs['type'] ?? '');
  return attribs['role'] === 'button';
}

function isBuyText(page: PageIndex, element: IndexedElement): boolean {
  const attribute = findLabelAttribute(page, element);
  const text =
    attribute === undefined
      ? page.lineOf(element, maxActionText)
      : (element.node.attribs[attribute] ?? '');
  const isLong = text.length > maxActionText && !describing.has(attribute ?? '');
  return !isLong && isCartPhrase(text);
}

/** Attributes that say in words what a control without a text of its own does, and may be as long as a sentence. */
const describing: ReadonlySet<string> = new Set(['alt', 'aria-label', 'title']);

/** The attribute that says what a control does, where its text does not. */
export function findLabelAttribute(page: PageIndex, element: IndexedElement): string | undefined {
  const { name, attribs } = element.node;
  if (name === 'img') return 'alt';
  const isInput = name === 'input';
  if (isInput && (attribs['value'] ?? '') !== '') return 'value';
  if (!isInput && page.lineOf(element, maxActionText) !== '') return undefined;
  return ['aria-label', 'title'].find((attribute) => attribs[attribute] !== undefined);
}

/** Whether a control, or an element closely around it, is named as one that adds to a cart and not merely leads there. */
function hasBuyName(page: PageIndex, element: IndexedElement): boolean {
  const { name, attribs } = element.node;
  const ownName = attribs['name'];
  const words =
    ownName === undefined
      ? page.tokensOf(element)
      : new Set([...page.tokensOf(element), ...splitWords(ownName)]);
  if (isBuyName(words)) return name !== 'a' || !leadsElsewhere(page, attribs['href']);
  if (name === 'a' || name === 'img') return false;
  const [, ...wrappers] = page.around(element, maxWrappers + 1);
  return wrappers.some((wrapper) => isBuyName(page.tokensOf(wrapper)));
}

function isBuyName(words: ReadonlySet<string>): boolean {
  for (const word of layerWords) if (words.has(word)) return false;
  for (const word of buyWords) if (words.has(word)) return true;
  if (!words.has('add')) return false;
  for (const word of cartWords) if (words.has(word)) return true;
  return false;
}

function leadsElsewhere(page: PageIndex, href: string | undefined): boolean {
  if (href === undefined || href.startsWith('#') || /^javascript:/i.test(href)) return false;
  if (!URL.canParse(href, page.reading.url)) return false;
  const { pathname } = new URL(href, page.reading.url);
  return pathname !== new URL(page.reading.url).pathname && !/add|buy|cart|basket/i.test(href);
}

/** Whether a form orders something: it names a cart or holds a quantity, and asks for nothing to be written. */
function isOrderForm(page: PageIndex, form: IndexedElement, known: Map<number, boolean>): boolean {
  const before = known.get(form.position);
  if (before !== undefined) return before;
  const { attribs } = form.node;
  const words = new Set([...page.tokensOf(form), ...splitWords(attribs['action'] ?? '')]);
  let orders = [...cartWords].some((word) => words.has(word)) || isBuyName(words);
  let asks = false;
  let numbers = 0;
  const end = Math.min(form.end, form.position + maxFormElements);
  for (let at = form.position + 1; at < end; at += 1) {
    const node = page.elements[at]?.node;
    if (node?.name === 'textarea') asks = true;
    if (node?.name !== 'input' && node?.name !== 'select') continue;
    const type = (node.attribs['type'] ?? '').toLowerCase();
    const names = splitWords(`${node.attribs['name'] ?? ''} ${node.attribs['id'] ?? ''}`);
    if (names.some((word) => quantityWords.has(word))) orders = true;
    else if (type === 'number') numbers += 1;
    else if (writtenTypes.has(type)) asks = true;
  }
  // Two numbers are the ends of a range to filter by.
  const isOrder = (orders || numbers === 1) && !asks;
  known.set(form.position, isOrder);
  return isOrder;
}

/** The parts that all pages of a site share: the cart in one is that of the visitor. */
const sharedTags: ReadonlySet<string> = new Set(['header', 'nav', 'footer']);

function standsApart(page: PageIndex, action: IndexedElement, heading: IndexedElement): boolean {
  return page
    .around(action)
    .some((part) => sharedTags.has(part.node.name) && !holds(part, heading));
}

/** Whether a control stands with an amount on one of several alike cards, none of which holds the main heading. */
function standsOnCard(
  page: PageIndex,
  action: IndexedElement,
  actions: readonly IndexedElement[],
  amounts: readonly number[],
  heading: IndexedElement,
): boolean {
  const core = findCore(page, action, amounts);
  for (const card of core === undefined ? [] : page.around(core, maxCardClimb)) {
    const parent = page.elements[card.parent];
    if (parent === undefined || holds(card, heading)) return false;
    // Two plain boxes beside each other have no form in common.
    const { name, attribs } = card.node;
    const isPlain = name === 'div' && attribs['class'] === undefined;
    for (const other of isPlain ? [] : actions) {
      if (other.position < parent.position) continue;
      if (other.position >= parent.end) break;
      if (holds(card, other)) continue;
      const sibling = page.around(other).find((around) => around.parent === parent.position);
      if (
        sibling !== undefined &&
        isAlike(sibling, card) &&
        !holds(sibling, heading) &&
        hasAmount(sibling, amounts)
      )
        return true;
    }
  }
  return false;
}

function findCore(
  page: PageIndex,
  action: IndexedElement,
  amounts: readonly number[],
): IndexedElement | undefined {
  return page.around(action).find((around) => hasAmount(around, amounts));
}

/** Whether two siblings have one form: their tag, and a class where they have classes. */
export function isAlike(first: IndexedElement, second: IndexedElement): boolean {
  if (first.node.name !== second.node.name) return false;
  const own = first.node.attribs['class'] ?? '';
  const other = second.node.attribs['class'] ?? '';
  if (own === other) return true;
  const classes = own.split(/\s+/);
  const others = new Set(other.split(/\s+/));
  return classes.some((name) => others.has(name));
}

function hasAmount({ textStart, textEnd }: IndexedElement, amounts: readonly number[]): boolean {
  const at = findFirstPlace(amounts.length, (place) => (amounts[place] ?? 0) >= textStart);
  return (amounts[at] ?? textEnd) < textEnd;
}

function isDisabled({ node: { attribs } }: IndexedElement): boolean {
  return attribs['disabled'] !== undefined || attribs['aria-disabled'] === 'true';
}

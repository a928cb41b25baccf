import { isText } from 'domhandler';
import { getOrMake } from '../../../runtime/collections.ts';
import { foldText } from '../../../runtime/unicode/fold-text.ts';
import type { PageFacts } from '../../analysis/analyse-page.ts';
import { isInForeign } from '../../analysis/find-foreign.ts';
import type { IndexedElement } from '../../analysis/index-page.ts';
import { readDate } from '../../values/dates/read-date.ts';
import { findMoney } from '../../values/money/find-money.ts';
import { hasLegalForm } from '../../lexicon/legal-form.ts';
import { type Found, priorOf } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';

const addressParts = ['address', 'company', 'street', 'postalCode', 'city'] as const;
type AddressPart = (typeof addressParts)[number];
type Address = ReadonlyMap<AddressPart, Pick<Found, 'text' | 'source'>>;

/** Characters of an element that holds an address; longer ones hold more. */
const maxBlock = 600;
/** Words and a number of a house, in either order. */
const streetLine =
  /^(?:\p{L}[\p{L}\p{M}.'’ -]{2,60} \d{1,4} ?[a-z]?(?: ?[-–/] ?\d{1,4} ?[a-z]?)?|\d{1,4}[a-z]?,? \p{L}[\p{L}\p{M}.'’ -]{2,60})$/iu;
/** A postal code and a name behind it; four digits may be a year. */
const cityLine =
  /^(?:[A-Z]{1,2}-)?(\d{5}|\d{2}-\d{3}|\d{3} \d{2}|(?!19|20)\d{4}(?: [A-Z]{2}(?= ))?) (\p{Lu}[\p{L}\p{M}.'’()/ -]{1,50})$/u;
const anyCode = /\d{2}[ -]?\d{2}/;

const addresses = new WeakMap<PageFacts, Address>();

/**
 * The only address of the page's own that stands in lines below each other, or a part of it: a street, and below it a postal code with a
 * city. The line above is a company where it is called like one. Of other forms the whole is read where the markup calls it an address.
 */
export function* findAddressLines(plan: FieldPlan, { facts, wholePage }: Scope): Generator<Found> {
  const name = addressParts.find((part) => part === plan.concept?.name);
  if (!wholePage || name === undefined) return;
  const address = getOrMake(addresses, facts, () => readAddress(facts));
  const part = address.get(name) ?? (name === 'address' ? readMarked(facts) : undefined);
  if (part !== undefined) yield { ...part, origin: 'text', weight: priorOf('pair', plan.kind) };
}

function readAddress(facts: PageFacts): Address {
  const found = new Map<string, Address>();
  for (const element of facts.page.elements) {
    const address = readBlock(element, facts);
    // The same one may be shown again, for a narrow screen.
    if (address !== undefined)
      found.set([toText(address, 'street'), toText(address, 'postalCode')].join('\n'), address);
  }
  const [only, another] = found.values();
  return only === undefined || another !== undefined ? new Map() : only;
}

function toText(address: Address, part: AddressPart): string {
  return address.get(part)?.text ?? '';
}

/** Whether an element is of what the page is about: not beside it, nor in what a visitor wrote. */
function isOwn(element: IndexedElement, { zones, foreign }: PageFacts): boolean {
  return !(
    zones.isAside(element) ||
    zones.isOfOther(element) ||
    zones.isByVisitor(element) ||
    isInForeign(element, foreign)
  );
}

/** Lines of an address. */
const maxLines = 6;
const maxAddress = 200;
/** Elements of an `<address>`. */
const maxParts = 60;
/** What an `<address>` says beside it: how to call and to write. */
const contactLine = /@|https?:|www\.|^(?:\p{L}{1,10}\.?\s?:?\s?)?[+(]?\d[\d ()./+-]{5,}$/iu;

/** The text of the only `<address>` with a number of a house or a code, without the name of the place and how to call it. */
function readMarked(facts: PageFacts): Pick<Found, 'text' | 'source'> | undefined {
  const { page, zones } = facts;
  const heading = zones.mainHeading === undefined ? '' : page.lineOf(zones.mainHeading);
  const found = new Map<string, IndexedElement>();
  for (const element of page.elements) {
    const { node, textStart, textEnd, position, end } = element;
    if (node.name !== 'address' || textEnd - textStart > maxBlock || end - position > maxParts)
      continue;
    if (!isOwn(element, facts)) continue;
    const inner = page.elements.slice(position, end);
    const links = inner.filter((part) => part.node.name === 'a');
    const linked = new Set(links.map((link) => page.lineOf(link)));
    const lines = page
      .linesOf(element)
      .filter((line) => line !== heading && !contactLine.test(line))
      .filter((line) => /\d/.test(line) || !linked.has(line));
    const text = lines.map((line) => line.replace(/,$/, '')).join(', ');
    // Pages call what says who wrote them so as well: "Ann Smith, 5 May 2026".
    const isAddress =
      /\d/.test(text) &&
      /\p{L}{3}/u.test(text) &&
      !/[:：]/.test(text) &&
      readDate(text, {}) === undefined;
    if (isAddress && lines.length <= maxLines && text.length <= maxAddress)
      found.set(text, element);
  }
  const [only, another] = found;
  return only === undefined || another !== undefined
    ? undefined
    : { text: only[0], source: { node: only[1].node } };
}

function readBlock(element: IndexedElement, facts: PageFacts): Address | undefined {
  const { page } = facts;
  const { textStart, textEnd } = element;
  if (textEnd - textStart > maxBlock || !anyCode.test(page.text.slice(textStart, textEnd)))
    return undefined;
  if (!isOwn(element, facts)) return undefined;
  const lines = page.linesOf(element);
  const at = lines.findIndex((line, index) => {
    const below = lines[index + 1] ?? '';
    // "14 days of returns" above "27199 Lei" is a price.
    return streetLine.test(line) && cityLine.test(below) && findMoney(below, true).length === 0;
  });
  const [street, below = '', above = ''] = [lines[at], lines[at + 1], lines[at - 1]];
  const [, postalCode, city] = cityLine.exec(below) ?? [];
  if (street === undefined || postalCode === undefined || city === undefined) return undefined;
  // What a part of the element holds is read there, which may stand beside the page.
  const isInner = page.childrenOf(element).some((child) => {
    const inner = page.linesOf(child);
    return inner.includes(street) && inner.includes(below);
  });
  if (isInner) return undefined;
  const address = new Map<AddressPart, Pick<Found, 'text' | 'source'>>();
  const add = (part: AddressPart, text: string, line: string): void => {
    address.set(part, { text, source: { node: findLine(element, line) } });
  };
  add('street', street, street);
  add('postalCode', postalCode, below);
  add('city', city, below);
  address.set('address', { text: `${street}, ${below}`, source: { node: element.node } });
  if (hasLegalForm(above)) add('company', above, above);
  return address;
}

/** The text that is a line of an element, or the element where the line is in parts. */
function findLine({ node }: IndexedElement, line: string) {
  return node.children.find((child) => isText(child) && foldText(child.data) === line) ?? node;
}

import { isText } from 'domhandler';
import { getOrMake } from '../../../runtime/collections.ts';
import { foldText } from '../../../runtime/unicode/fold-text.ts';
import type { PageFacts } from '../../analysis/analyse-page.ts';
import { isInForeign } from '../../analysis/find-foreign.ts';
import type { IndexedElement } from '../../analysis/index-page.ts';
import { hasLegalForm } from '../../lexicon/legal-form.ts';
import { type Found, priorOf } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';

type AddressPart = 'company' | 'street' | 'postalCode' | 'city';
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
 * A part of the only address of the page's own that stands in lines below each other: a street, and below it a postal code with a city.
 * The line above is a company where it is called like one.
 */
export function* findAddressLines(plan: FieldPlan, { facts, wholePage }: Scope): Generator<Found> {
  const name = plan.concept?.name;
  const isPart =
    name === 'company' || name === 'street' || name === 'postalCode' || name === 'city';
  if (!wholePage || !isPart) return;
  const part = getOrMake(addresses, facts, () => readAddress(facts)).get(name);
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

function readBlock(
  element: IndexedElement,
  { page, zones, foreign }: PageFacts,
): Address | undefined {
  const { textStart, textEnd, node } = element;
  if (textEnd - textStart > maxBlock || !anyCode.test(page.text.slice(textStart, textEnd)))
    return undefined;
  if (zones.isAside(element) || zones.isOfOther(element) || zones.isByVisitor(element))
    return undefined;
  if (isInForeign({ node }, foreign)) return undefined;
  const lines = page.linesOf(element);
  const at = lines.findIndex((line, index) => {
    const below = lines[index + 1] ?? '';
    return streetLine.test(line) && cityLine.test(below);
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
  if (hasLegalForm(above)) add('company', above, above);
  return address;
}

/** The text that is a line of an element, or the element where the line is in parts. */
function findLine({ node }: IndexedElement, line: string) {
  return node.children.find((child) => isText(child) && foldText(child.data) === line) ?? node;
}

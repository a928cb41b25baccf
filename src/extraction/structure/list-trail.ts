import type { PageFacts } from '../analysis/analyse-page.ts';
import { type IndexedEntity, cleanText, readPath, toText } from '../analysis/index-entities.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { leafItems } from './list-item.ts';

/** A step of the way to a page from the first of its site. */
interface TrailStep {
  readonly name: string;
  readonly url: string | undefined;
  readonly source: ValueSource;
}

const maxSteps = 30;
/** Characters of a step's name. */
const maxName = 300;

/** The way to the page that its data states, or the part of it that is called so. */
export function listTrail({ entities, page }: PageFacts): readonly TrailStep[] {
  const stated = entities
    .filter(({ types }) => types.has('breadcrumblist'))
    .map((entity) => readStated(entity, page.reading.url))
    .find(({ length }) => length > 0);
  return stated ?? readShown(page);
}

function readStated(list: IndexedEntity, baseUrl: string): readonly TrailStep[] {
  const steps = readPath(list, 'itemListElement', maxSteps).flatMap((value) => {
    if (value.kind !== 'entity') return [];
    const properties = new Map(
      Array.from(value.properties, ([key, values]) => [key.toLowerCase(), values] as const),
    );
    const [item] = properties.get('item') ?? [];
    const said = [properties.get('name')?.[0], item?.kind === 'entity' ? item : undefined]
      .map((one) => (one === undefined ? undefined : toText(one)))
      .find((one) => one !== undefined);
    const name = said === undefined ? '' : cleanText(said.text);
    if (said === undefined || name === '') return [];
    const address = item?.kind === 'entity' ? item.id : item?.text;
    const [position] = properties.get('position') ?? [];
    const order = Number(position?.kind === 'text' ? position.text : Number.NaN);
    return [{ order, step: { name, url: toAddress(address, baseUrl), source: said.source } }];
  });
  const areCounted = steps.every(({ order }) => Number.isFinite(order));
  const sorted = areCounted ? steps.toSorted((one, two) => one.order - two.order) : steps;
  return sorted.map(({ step }) => step);
}

function toAddress(written: string | undefined, baseUrl: string): string | undefined {
  return written === undefined ? undefined : URL.parse(written, baseUrl)?.href;
}

const called = /\bbread-?crumbs?\b/i;
/** Marks that a page puts between the steps. */
const marks = /^[\s/\\>›»→|·•]+|[\s/\\>›»→|·•]+$/gu;

function readShown(page: PageIndex): readonly TrailStep[] {
  const part = page.elements.find(
    (element) =>
      element.textEnd > element.textStart &&
      (called.test(element.node.attribs['aria-label'] ?? '') ||
        page.tokensOf(element).has('breadcrumb') ||
        page.tokensOf(element).has('breadcrumbs')),
  );
  if (part === undefined) return [];
  const items = leafItems(page, part);
  const steps = items.length > 0 ? items : linksIn(page, part);
  return steps.slice(0, maxSteps).flatMap((step) => {
    const name = page.lineOf(step, maxName).replace(marks, '');
    const [link] = linksIn(page, step);
    const url = toAddress(link?.node.attribs['href'], page.reading.url);
    return name === '' ? [] : [{ name, url, source: { node: step.node } }];
  });
}

function linksIn(page: PageIndex, { position, end }: IndexedElement): readonly IndexedElement[] {
  return page.elements.slice(position, end).filter(({ node }) => node.name === 'a');
}

import type { ContentSource, StructuredEntity, StructuredText } from '../../page/page-reading.ts';
import { foldLabel, joinName } from '../lexicon/fold-label.ts';
import { parseDocument } from 'htmlparser2';
import { readText } from '../../page/tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

export type StructuredValue = StructuredText | StructuredEntity;

export interface IndexedEntity {
  readonly entity: StructuredEntity;
  readonly properties: ReadonlyMap<string, readonly StructuredValue[]>;
  /** 0 for entities that stand by themselves. */
  readonly depth: number;
  readonly types: ReadonlySet<string>;
  /** Whether the page names it as another thing than what it is about: a related product. */
  readonly isOther: boolean;
  /** Whether it stands in a list of things. */
  readonly isListed: boolean;
  /** Whether nothing holds it but pages and lists: it is no part of another thing. */
  readonly isAlone: boolean;
}

interface FoundText {
  readonly text: string;
  readonly source: ContentSource;
}

export const maxEntities = 3_000;
const maxDepth = 8;
const maxLabelled = 200;
/** Properties that give an entity's text, best first. */
const nameKeys: readonly string[] = ['name', 'value', 'text', 'contenturl', 'url', 'id'];

/** Properties whose values are other things, which a thing is like, goes with or speaks of. */
const relations: ReadonlySet<string> = new Set([
  'isrelatedto',
  'issimilarto',
  'isaccessoryorsparepartfor',
  'isconsumablefor',
  'mentions',
  'citation',
  // What a thing has in it, or is in: the restaurant of a hotel, a concert of a festival, the seat of a branch.
  'containsplace',
  'subevent',
  'subevents',
  'department',
  'parentorganization',
]);

/** The property that holds the things of a list (schema.org `ItemList`). */
const listProperty = 'itemlistelement';

/** The properties by which pages and lists hold the things that stand on them. */
const holders: ReadonlySet<string> = new Set([listProperty, 'item', 'mainentity', 'haspart']);

interface Found {
  readonly entity: StructuredEntity;
  readonly isOther: boolean;
  readonly isListed: boolean;
  readonly isAlone: boolean;
}

/** Lists all entities of a page, the inner ones too, outer ones first. Iterative. */
export function indexEntities(
  entities: readonly StructuredEntity[],
  pageUrl: string,
): readonly IndexedEntity[] {
  const indexed: IndexedEntity[] = [];
  const seen = new Set<StructuredEntity>();
  let level: readonly Found[] = entities.map((entity) => ({
    entity,
    isOther: false,
    isListed: false,
    isAlone: true,
  }));
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: Found[] = [];
    for (const found of level) {
      const { entity, isOther, isListed, isAlone } = found;
      if (seen.has(entity) || indexed.length >= maxEntities) continue;
      seen.add(entity);
      indexed.push(ofVariant(indexEntity(entity, depth, found), pageUrl));
      for (const [name, values] of entity.properties) {
        const isInner = isOther || relations.has(joinName(name));
        const isItem = isListed || joinName(name) === listProperty;
        const isHeld = isAlone && holders.has(joinName(name));
        for (const value of values)
          if (value.kind === 'entity')
            next.push({ entity: value, isOther: isInner, isListed: isItem, isAlone: isHeld });
      }
    }
    level = next;
  }
  return indexed;
}

/** An entity with the offers alone whose address is the page's, where others have another: those are of other variants. */
function ofVariant(indexed: IndexedEntity, pageUrl: string): IndexedEntity {
  const offers = indexed.properties.get('offers') ?? [];
  if (offers.length < 2) return indexed;
  const own = offers.filter((offer) => offer.kind === 'entity' && isAt(offer, pageUrl));
  if (own.length === 0 || own.length === offers.length) return indexed;
  return { ...indexed, properties: new Map([...indexed.properties, ['offers', own]]) };
}

function isAt(entity: StructuredEntity, pageUrl: string): boolean {
  const [address] = propertyOf(entity, 'url');
  const url = address?.kind === 'text' ? URL.parse(address.text, pageUrl) : null;
  return url !== null && withoutHash(url) === withoutHash(new URL(pageUrl));
}

function withoutHash({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length);
}

/** The kinds of source that candidates from structured data have. */
export function originOf({ entity }: IndexedEntity): 'json-ld' | 'microdata' {
  return entity.syntax === 'json-ld' ? 'json-ld' : 'microdata';
}

export function indexEntity(
  entity: StructuredEntity,
  depth: number,
  { isOther = false, isListed = false, isAlone = false }: Partial<Found> = {},
): IndexedEntity {
  const properties = new Map<string, readonly StructuredValue[]>();
  for (const [name, values] of entity.properties) {
    const joined = joinName(name);
    properties.set(joined, [...(properties.get(joined) ?? []), ...values]);
  }
  const types = new Set(entity.types.map((type) => joinName(type)));
  return { entity, properties, depth, types, isOther, isListed, isAlone };
}

export function readPath(
  start: IndexedEntity,
  path: string,
  limit = 60,
): readonly StructuredValue[] {
  const names = path.split('.').map((name) => joinName(name));
  let values: readonly StructuredValue[] = start.properties.get(names[0] ?? '') ?? [];
  for (const name of names.slice(1)) {
    const held = name === 'price' ? toGeneralPrices(values) : values;
    values = held
      .flatMap((value) => (value.kind === 'entity' ? propertyOf(value, name) : []))
      .slice(0, limit);
  }
  return values.slice(0, limit);
}

/** Prices that schema.org calls another one than that to pay (`PriceTypeEnumeration`). */
const otherPriceTypes = /(?:ListPrice|MSRP|SRP|StrikethroughPrice|RegularPrice|InvoicePrice)$/i;

/** Of several specifications of a price those of what everybody pays now; all where they call each another one. */
function toGeneralPrices(values: readonly StructuredValue[]): readonly StructuredValue[] {
  if (values.length < 2) return values;
  const general = values.filter(
    (value) =>
      value.kind !== 'entity' ||
      (propertyOf(value, 'validformembertier').length === 0 &&
        !propertyOf(value, 'pricetype').some((type) =>
          otherPriceTypes.test((type.kind === 'text' ? type.text : type.id) ?? ''),
        )),
  );
  return general.length === 0 ? values : general;
}

/** Texts at the end of a path; an entity gives its name, value or address. */
export function readTexts(start: IndexedEntity, path: string): readonly FoundText[] {
  return readPath(start, path).flatMap((value) => {
    const found = toText(value);
    return found === undefined ? [] : [found];
  });
}

/** What an entity states of itself by labels of its own (`additionalProperty`), each label folded. */
export function readLabelled(
  { properties }: IndexedEntity,
  labels: ReadonlySet<string>,
): readonly FoundText[] {
  return (properties.get('additionalproperty') ?? []).slice(0, maxLabelled).flatMap((property) => {
    if (property.kind !== 'entity') return [];
    const [label, value, unit] = ['name', 'value', 'unittext'].map((name) =>
      propertyOf(property, name).find((inner) => inner.kind === 'text'),
    );
    if (label === undefined || value === undefined || !labels.has(foldLabel(label.text))) return [];
    const text = unit === undefined ? value.text : `${value.text} ${unit.text}`;
    return [{ text, source: value.source }];
  });
}

/** The text of a value: its own, or what an entity is called. */
export function toText(value: StructuredValue): FoundText | undefined {
  if (value.kind === 'text') return { text: value.text, source: value.source };
  for (const key of nameKeys) {
    const text = propertyOf(value, key).find((inner) => inner.kind === 'text');
    if (text !== undefined) return { text: text.text, source: text.source };
  }
  return value.id === undefined ? undefined : { text: value.id, source: value.source };
}

/** Returns the values of a property, whose name is compared without regard to case and separators; none where it is absent. */
export function propertyOf(entity: StructuredEntity, name: string): readonly StructuredValue[] {
  for (const [key, values] of entity.properties) if (joinName(key) === name) return values;
  return [];
}

const markup = /<[a-z/!][^>]{0,500}>|&(?:#x?[\da-f]{2,6}|[a-z]{2,8});/i;
/** Most characters read of a text in structured data; longer texts are bodies, not values. */
const maxLength = 20_000;

/** A text of structured data as one plain line; such texts often hold markup or entities, sometimes encoded twice. */
export function cleanText(text: string): string {
  return foldText(toLines(text));
}

export function cleanLines(text: string): readonly string[] {
  return toLines(text)
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '');
}

function toLines(text: string): string {
  let clean = text.slice(0, maxLength);
  for (let round = 0; round < 2 && markup.test(clean); round += 1)
    clean = readText(parseDocument(clean));
  return clean;
}

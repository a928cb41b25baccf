import type { ContentSource, StructuredEntity, StructuredText } from '../page-reading.ts';

/** Values on one page; the largest page measured has 9k. */
const maxValues = 50_000;
/**
 * Characters of all values; with nested annotations every level contains the same text again. Of 2,211 real pages the
 * largest has 90,000.
 */
const maxTextLength = 2_000_000;

/** An entity while its page is read. */
export interface EntityDraft extends StructuredEntity {
  types: readonly string[];
  readonly properties: Map<string, (StructuredText | EntityDraft)[]>;
}

/** Creates the entities of one page, within the limits above. */
export class EntityBuilder {
  /** Whether a value was left out because its property is named `__proto__`. */
  isUnsafe = false;
  private values = 0;
  private textLength = 0;

  get isFull(): boolean {
    return this.values >= maxValues || this.textLength >= maxTextLength;
  }

  create(
    syntax: StructuredEntity['syntax'],
    types: readonly string[],
    id: string | undefined,
    source: ContentSource,
  ): EntityDraft {
    return { kind: 'entity', syntax, types, id, properties: new Map(), source };
  }

  /** Returns the values of the property with the new one at their end; `undefined` where it was not added. */
  add(
    entity: EntityDraft,
    name: string,
    value: StructuredText | EntityDraft,
  ): (StructuredText | EntityDraft)[] | undefined {
    if (this.isFull || (value.kind === 'text' && value.text === '')) return undefined;
    if (isUnsafeName(name)) {
      this.isUnsafe = true;
      return undefined;
    }
    this.values += 1;
    if (value.kind === 'text') this.textLength += value.text.length;
    const values = entity.properties.get(name) ?? [];
    if (values.length === 0) entity.properties.set(name, values);
    values.push(value);
    return values;
  }
}

/** Whether a member of this name would change the prototype of an object that a result is merged into. */
export function isUnsafeName(name: string): boolean {
  return name === '__proto__';
}

/**
 * Returns a name without its vocabulary: `Product` for `https://schema.org/Product`, `schema:Product` and `Product`.
 */
export function toLocalName(name: string): string {
  const end = name.endsWith('/') || name.endsWith('#') ? name.length - 1 : name.length;
  const start = Math.max(
    name.lastIndexOf('/', end - 1),
    name.lastIndexOf('#', end - 1),
    name.lastIndexOf(':', end - 1),
  );
  return name.slice(start + 1, end);
}

/**
 * Returns the names in `itemtype`, `typeof`, `itemprop` and the like, which white space separates,
 * without their vocabulary.
 */
export function toLocalNames(names: string): string[] {
  return names.split(/\s+/).map(toLocalName).filter(Boolean);
}

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

/** Levels of entities within entities; real pages stay below 8. */
const maxDepth = 64;
/**
 * Values of one page as a walk through its entities meets them: those of an entity that others refer to once for each
 * reference. Of 2,211 real pages the largest has 1,300.
 */
const maxMetValues = 100_000;
/** Characters of these values; 90,000 on the largest of these pages. */
const maxMetLength = 2_000_000;

interface LimitedEntities {
  readonly entities: readonly EntityDraft[];
  /** Whether any value or entity was left out because of a limit; the end of a circle is none. */
  readonly isCut: boolean;
}

/** What a walk through an entity meets. */
interface Extent {
  /** Levels of entities, its own included. */
  depth: number;
  values: number;
  length: number;
}

/**
 * Returns the entities of a page so that every walk through them ends: without references to an entity that contains
 * the value, within `maxDepth` levels, and with no more values than the limits, each counted wherever a walk meets it.
 */
export function limitEntities(roots: readonly EntityDraft[]): LimitedEntities {
  const extents = new Map<EntityDraft, Extent>();
  const open = new Set<EntityDraft>();
  let isCut = false;

  /** Whether there is room for the part, which is then counted. */
  function add(whole: Extent, part: Extent): boolean {
    const hasRoom =
      open.size + part.depth <= maxDepth &&
      whole.values + part.values <= maxMetValues &&
      whole.length + part.length <= maxMetLength;
    isCut ||= !hasRoom;
    if (!hasRoom) return false;
    whole.depth = Math.max(whole.depth, part.depth);
    whole.values += part.values;
    whole.length += part.length;
    return true;
  }

  /** The recursion is bounded: `open` holds the path. */
  function measure(entity: EntityDraft): Extent {
    const known = extents.get(entity);
    if (known !== undefined) return known;
    open.add(entity);
    const extent: Extent = { depth: 0, values: 1, length: 0 };
    for (const [name, values] of entity.properties) {
      const kept = values.filter((value) => {
        if (value.kind === 'text')
          return add(extent, { depth: 0, values: 1, length: value.text.length });
        if (open.has(value)) return false;
        if (open.size < maxDepth) return add(extent, measure(value));
        isCut = true;
        return false;
      });
      if (kept.length < values.length) entity.properties.set(name, kept);
    }
    open.delete(entity);
    extent.depth += 1;
    extents.set(entity, extent);
    return extent;
  }

  const page: Extent = { depth: 0, values: 0, length: 0 };
  const entities = roots.filter((root) => add(page, measure(root)));
  return { entities, isCut };
}

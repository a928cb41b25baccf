import type {
  ContentSource,
  StructuredEntity,
  StructuredText,
} from '../../contracts/page-reading.ts';

/** Levels of entities within entities; real pages stay below 15. */
const maxEntityDepth = 64;
/** Values on one page; the largest page measured has 9k. */
const maxValues = 50_000;

/** Characters of all values; with nested annotations every level contains the same text again. */
const maxTextLength = 5_000_000;

/** An entity while its page is read. */
export interface EntityDraft extends StructuredEntity {
  types: readonly string[];
  readonly properties: Map<string, (StructuredText | EntityDraft)[]>;
}

/** Creates the entities of one page, within the limits above. */
export class EntityBuilder {
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

  add(entity: EntityDraft, name: string, value: StructuredText | EntityDraft): void {
    if (this.isFull || (value.kind === 'text' && value.text === '')) return;
    this.values += 1;
    if (value.kind === 'text') this.textLength += value.text.length;
    const values = entity.properties.get(name);
    if (values === undefined) entity.properties.set(name, [value]);
    else values.push(value);
  }
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

/**
 * Removes values that would lead a reader in circles or too deep: references to an entity that contains the value,
 * and all entities below `maxEntityDepth`. Returns whether any entity was too deep.
 */
export function cutCycles(roots: readonly EntityDraft[]): boolean {
  const open = new Set<EntityDraft>();
  const done = new Set<EntityDraft>();
  let isCut = false;
  const enter = (entity: EntityDraft): void => {
    open.add(entity);
    for (const [name, values] of entity.properties) {
      // The recursion is bounded: `open` holds the path, at most `maxEntityDepth` long.
      const kept = values.filter((value) => {
        if (value.kind === 'text') return true;
        if (open.has(value)) return false;
        if (open.size >= maxEntityDepth) {
          isCut = true;
          return false;
        }
        if (!done.has(value)) enter(value);
        return true;
      });
      if (kept.length < values.length) entity.properties.set(name, kept);
    }
    open.delete(entity);
    done.add(entity);
  };
  for (const root of roots) if (!done.has(root)) enter(root);
  return isCut;
}

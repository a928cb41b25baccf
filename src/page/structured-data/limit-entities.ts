import type { EntityDraft } from './entity-builder.ts';

/** Levels of entities within entities; real pages stay below 8. */
const maxDepth = 64;
/**
 * Values of one page as a walk through its entities meets them: those of an entity that others refer to once for each
 * reference. Of 2,211 real pages the largest has 1,300.
 */
const maxMetValues = 100_000;
/** Characters of these values; 90,000 on the largest of these pages. */
const maxMetLength = 2_000_000;

export interface LimitedEntities {
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

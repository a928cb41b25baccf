import type { ContentSource, StructuredEntity, StructuredText } from '../../page/page-reading.ts';
import { joinName } from './fold-label.ts';

/** An entity with its properties by joined name. */
export interface IndexedEntity {
  readonly entity: StructuredEntity;
  readonly properties: ReadonlyMap<string, readonly (StructuredText | StructuredEntity)[]>;
  /** 0 for entities that stand by themselves. */
  readonly depth: number;
  readonly types: ReadonlySet<string>;
}

/** A text found in structured data, with the entity type it was the name of, if any. */
export interface FoundText {
  readonly text: string;
  readonly source: ContentSource;
}

/** Most entities read from one page. */
export const maxEntities = 3_000;
const maxDepth = 8;
/** Properties that give an entity's text, best first. */
const nameKeys: readonly string[] = ['name', 'value', 'text', 'contenturl', 'url', 'id'];

/** Lists all entities of a page, the inner ones too, outer ones first. Iterative. */
export function indexEntities(entities: readonly StructuredEntity[]): readonly IndexedEntity[] {
  const indexed: IndexedEntity[] = [];
  const seen = new Set<StructuredEntity>();
  let level: readonly StructuredEntity[] = entities;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: StructuredEntity[] = [];
    for (const entity of level) {
      if (seen.has(entity) || indexed.length >= maxEntities) continue;
      seen.add(entity);
      indexed.push(indexEntity(entity, depth));
      for (const values of entity.properties.values()) {
        for (const value of values) if (value.kind === 'entity') next.push(value);
      }
    }
    level = next;
  }
  return indexed;
}

/** One entity by joined names. */
export function indexEntity(entity: StructuredEntity, depth: number): IndexedEntity {
  const properties = new Map<string, readonly (StructuredText | StructuredEntity)[]>();
  for (const [name, values] of entity.properties) {
    const joined = joinName(name);
    properties.set(joined, [...(properties.get(joined) ?? []), ...values]);
  }
  return { entity, properties, depth, types: new Set(entity.types.map((type) => joinName(type))) };
}

/** Values at the end of a path such as `offers.price`; at most `limit`. */
export function readPath(
  start: IndexedEntity,
  path: string,
  limit = 60,
): readonly (StructuredText | StructuredEntity)[] {
  const names = path.split('.').map((name) => joinName(name));
  let values: readonly (StructuredText | StructuredEntity)[] =
    start.properties.get(names[0] ?? '') ?? [];
  for (const name of names.slice(1)) {
    values = values
      .flatMap((value) => (value.kind === 'entity' ? propertyOf(value, name) : []))
      .slice(0, limit);
  }
  return values.slice(0, limit);
}

/** Texts at the end of a path; an entity gives its name, value or address. */
export function readTexts(start: IndexedEntity, path: string): readonly FoundText[] {
  return readPath(start, path).flatMap((value) => {
    const found = toText(value);
    return found === undefined ? [] : [found];
  });
}

/** The text of a value: its own, or what an entity is called. */
export function toText(value: StructuredText | StructuredEntity): FoundText | undefined {
  if (value.kind === 'text') return { text: value.text, source: value.source };
  for (const key of nameKeys) {
    const text = propertyOf(value, key).find((inner) => inner.kind === 'text');
    if (text !== undefined) return { text: text.text, source: text.source };
  }
  return value.id === undefined ? undefined : { text: value.id, source: value.source };
}

/** Returns the values of a property, whose name is compared without regard to case and separators; none where it is absent. */
export function propertyOf(
  entity: StructuredEntity,
  name: string,
): readonly (StructuredText | StructuredEntity)[] {
  for (const [key, values] of entity.properties) if (joinName(key) === name) return values;
  return [];
}

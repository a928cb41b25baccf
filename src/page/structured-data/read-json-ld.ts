import type { Element } from 'domhandler';
import { Parser } from 'htmlparser2';
import type { ContentSource } from '../page-reading.ts';
import { toLocalName, type EntityBuilder, type EntityDraft } from './entity-builder.ts';
import { isBlockTag } from '../tree/node-text.ts';
import { foldLines } from '../../runtime/unicode/fold-text.ts';
import { isRecord } from '../../runtime/plain-json.ts';

/** A JSON-LD document and the script that contains it. */
export interface JsonLdDocument {
  readonly script: Element;
  /** Within the limits of `JsonLimiter`, so that recursion is bounded. */
  readonly value: unknown;
  /** The value, with the digits of numbers as texts where numbers would lose some. */
  readonly written: unknown;
}

/** Returns the top-level entities of one page's JSON-LD, by document; `@id` references are followed. */
export function readJsonLd(
  documents: readonly JsonLdDocument[],
  builder: EntityBuilder,
): Map<Element, EntityDraft[]> {
  const reader = new JsonLdReader(builder);
  const entities = new Map<Element, EntityDraft[]>();
  for (const { script, written } of documents) {
    entities.set(script, reader.readTop(written, { node: script, pointer: '' }));
  }
  reader.linkReferences();
  return entities;
}

/** An object that has only an `@id`, and its place among the values of a property. */
interface Reference {
  readonly values: EntityDraft['properties'] extends Map<string, infer Values> ? Values : never;
  readonly index: number;
  readonly id: string;
}

interface JsonPlace {
  readonly node: Element;
  readonly pointer: string;
}

class JsonLdReader {
  private readonly builder: EntityBuilder;
  private readonly byId = new Map<string, EntityDraft>();
  private readonly references: Reference[] = [];

  constructor(builder: EntityBuilder) {
    this.builder = builder;
  }

  readTop(value: unknown, place: JsonPlace): EntityDraft[] {
    const entities: EntityDraft[] = [];
    const queue: { value: unknown; place: JsonPlace }[] = [{ value, place }];
    for (const entry of queue) {
      if (Array.isArray(entry.value)) {
        for (const [index, item] of entry.value.entries()) {
          queue.push({ value: item, place: below(entry.place, index) });
        }
      } else if (isRecord(entry.value)) {
        const graph = entry.value['@graph'];
        if (graph !== undefined) queue.push({ value: graph, place: below(entry.place, '@graph') });
        const entity = this.readEntity(entry.value, entry.place);
        if (entity.types.length > 0 || entity.properties.size > 0) entities.push(entity);
      }
    }
    return entities;
  }

  /** Replaces each object that has only an `@id` by the entity with that id, wherever on the page it is described. */
  linkReferences(): void {
    for (const { values, index, id } of this.references) {
      const entity = this.byId.get(id);
      if (entity !== undefined) values[index] = entity;
    }
  }

  private readEntity(object: Record<string, unknown>, place: JsonPlace): EntityDraft {
    const id = object['@id'] ?? object['id'];
    const entity = this.builder.create(
      'json-ld',
      toTypes(object['@type'] ?? object['type']),
      typeof id === 'string' ? id : undefined,
      toSource(place),
    );
    for (const [key, value] of Object.entries(object)) {
      if (key.startsWith('@')) continue;
      this.addValue(entity, toLocalName(key), value, below(place, key));
    }
    if (entity.id !== undefined) this.keepById(entity.id, entity);
    return entity;
  }

  /** Keeps the entity with more properties when two have the same id. */
  private keepById(id: string, entity: EntityDraft): void {
    const known = this.byId.get(id);
    if (entity.properties.size > (known?.properties.size ?? 0)) this.byId.set(id, entity);
  }

  private addValue(entity: EntityDraft, name: string, value: unknown, place: JsonPlace): void {
    if (this.builder.isFull) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        this.addValue(entity, name, item, below(place, index));
      }
    } else if (isRecord(value)) {
      this.addObject(entity, name, value, place);
    } else if (
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    ) {
      const text = typeof value === 'string' ? readMarkupText(value) : String(value);
      this.builder.add(entity, name, { kind: 'text', text, source: toSource(place) });
    }
  }

  private addObject(
    entity: EntityDraft,
    name: string,
    value: Record<string, unknown>,
    place: JsonPlace,
  ): void {
    for (const wrapper of ['@value', '@list', '@set']) {
      if (value[wrapper] === undefined) continue;
      this.addValue(entity, name, value[wrapper], below(place, wrapper));
      return;
    }
    const part = this.readEntity(value, place);
    if (part.types.length === 0 && part.properties.size === 0 && part.id === undefined) return;
    const values = this.builder.add(entity, name, part);
    const isReference = part.properties.size === 0 && part.id !== undefined;
    if (isReference && values !== undefined) {
      this.references.push({ values, index: values.length - 1, id: part.id });
    }
  }
}

function toTypes(type: unknown): string[] {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types
    .filter((name) => typeof name === 'string')
    .map(toLocalName)
    .filter(Boolean);
}

function toSource({ node, pointer }: JsonPlace): ContentSource {
  return { node, pointer };
}

function below({ node, pointer }: JsonPlace, key: string | number): JsonPlace {
  const token = typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1');
  return { node, pointer: `${pointer}/${token}` };
}

/** Matches text that may contain markup. */
const markup = /&(?:#\d|#x[\da-f]|[a-z]{2})|<[a-z/!]/i;
/** Publishers escape once, plug-ins a second time: `&amp;lt;p&amp;gt;`. */
const maxPasses = 3;

/**
 * Returns the text of a string that may contain character references and tags, as values of JSON-LD and
 * meta tags do; lines are kept.
 */
export function readMarkupText(text: string): string {
  let plain = text;
  for (let pass = 0; pass < maxPasses && markup.test(plain); pass++) plain = stripMarkup(plain);
  return foldLines(plain);
}

function stripMarkup(text: string): string {
  const parser = new MarkupStripper(text);
  parser.end(text);
  return parser.plain;
}

/** Keeps no stack of open elements: htmlparser2's takes quadratic time in their number, and none is needed here. */
class MarkupStripper extends Parser {
  plain = '';
  private readonly source: string;
  private isUnread = false;

  constructor(source: string) {
    super({
      onopentagname: (name) => {
        this.isUnread = name === 'script' || name === 'style';
        if (name === 'br' || isBlockTag(name)) this.plain += '\n';
      },
      ontext: (data) => {
        if (!this.isUnread) this.plain += data;
      },
    });
    this.source = source;
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isUnread = false;
    if (isBlockTag(this.source.slice(start, endIndex).toLowerCase())) this.plain += '\n';
  }

  protected override isVoidElement(): boolean {
    return true;
  }
}

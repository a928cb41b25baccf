import { type AnyNode, type Element, isTag } from 'domhandler';
import type { StructuredText } from '../page-reading.ts';
import { type EntityBuilder, type EntityDraft, toLocalNames } from './entity-builder.ts';
import { foldText, readText } from '../text/node-text.ts';

/** The two syntaxes that annotate visible elements, by their attributes. */
interface Syntax {
  readonly name: 'microdata' | 'rdfa';
  readonly isScope: (attribs: Element['attribs']) => boolean;
  readonly type: string;
  readonly ids: readonly string[];
  readonly property: string;
}

const microdata: Syntax = {
  name: 'microdata',
  isScope: ({ itemscope }) => itemscope !== undefined,
  type: 'itemtype',
  ids: ['itemid'],
  property: 'itemprop',
};
/** RDFa Lite: `vocab`, `typeof`, `property`, `resource`, and `about`; prefixes are dropped with the vocabularies. */
const rdfa: Syntax = {
  name: 'rdfa',
  isScope: (attribs) =>
    attribs['typeof'] !== undefined ||
    attribs['about'] !== undefined ||
    (attribs['resource'] !== undefined && attribs['property'] === undefined),
  type: 'typeof',
  ids: ['resource', 'about'],
  property: 'property',
};

/** The attribute that holds a property's value, by tag; the HTML standard, "Values" of microdata. */
const valueAttributes: ReadonlyMap<string, string> = new Map([
  ['meta', 'content'],
  ['audio', 'src'],
  ['embed', 'src'],
  ['iframe', 'src'],
  ['img', 'src'],
  ['source', 'src'],
  ['track', 'src'],
  ['video', 'src'],
  ['a', 'href'],
  ['area', 'href'],
  ['link', 'href'],
  ['object', 'data'],
  ['data', 'value'],
  ['meter', 'value'],
  ['time', 'datetime'],
]);
const urlAttributes: ReadonlySet<string> = new Set(['src', 'href', 'data', 'resource']);

/** Absolute URLs are kept as written, so that the value can be found in the page. */
const absoluteUrl = /^[a-z][a-z0-9+.-]*:/i;

/** Elements that the `itemref` attributes of one page may name. */
const maxReferences = 1_000;

/** Returns the top-level entities of microdata and RDFa, each with the element that starts it. */
export function readAnnotations(
  elements: readonly Element[],
  url: string,
  builder: EntityBuilder,
): Map<Element, EntityDraft[]> {
  const entities = new Map<Element, EntityDraft[]>();
  for (const syntax of [microdata, rdfa]) {
    for (const [element, entity] of readSyntax(syntax, elements, url, builder)) {
      entities.set(element, [...(entities.get(element) ?? []), entity]);
    }
  }
  return entities;
}

function readSyntax(
  syntax: Syntax,
  elements: readonly Element[],
  url: string,
  builder: EntityBuilder,
): [Element, EntityDraft][] {
  const drafts = new Map<AnyNode, EntityDraft>();
  for (const element of elements) {
    const { attribs } = element;
    if (!syntax.isScope(attribs)) continue;
    const id = syntax.ids.map((name) => attribs[name]).find((value) => value !== undefined);
    const types = toLocalNames(attribs[syntax.type] ?? '');
    drafts.set(element, builder.create(syntax.name, types, id, { node: element }));
  }
  if (drafts.size === 0) return [];
  const references = syntax === microdata ? findReferences(drafts) : undefined;
  const top: [Element, EntityDraft][] = [];
  for (const element of elements) {
    if (builder.isFull) break;
    const draft = drafts.get(element);
    const names = toLocalNames(element.attribs[syntax.property] ?? '');
    const owners = names.length === 0 ? [] : findOwners(element, drafts, references);
    if (owners.length > 0) {
      const value = draft ?? readValue(element, syntax, url);
      for (const owner of owners) for (const name of names) builder.add(owner, name, value);
    }
    if (draft !== undefined && owners.length === 0) top.push([element, draft]);
  }
  return top.filter(([, { types, properties }]) => types.length > 0 || properties.size > 0);
}

/** Returns the items by the id of each element that they take properties from (`itemref`). */
function findReferences(drafts: ReadonlyMap<AnyNode, EntityDraft>): Map<string, EntityDraft[]> {
  const references = new Map<string, EntityDraft[]>();
  let count = 0;
  for (const [node, draft] of drafts) {
    const itemref = isTag(node) ? node.attribs['itemref'] : undefined;
    if (itemref === undefined) continue;
    for (const id of itemref.split(/\s+/)) {
      count += 1;
      if (id === '' || count > maxReferences) continue;
      references.set(id, [...(references.get(id) ?? []), draft]);
    }
  }
  return references;
}

/** Returns the entity around an element, and those that include it by `itemref`. */
function findOwners(
  element: Element,
  drafts: ReadonlyMap<AnyNode, EntityDraft>,
  references: ReadonlyMap<string, readonly EntityDraft[]> | undefined,
): EntityDraft[] {
  const owners: EntityDraft[] = [];
  const hasReferences = references !== undefined && references.size > 0;
  for (let node: AnyNode | null = element; node !== null; node = node.parent) {
    const draft = node === element ? undefined : drafts.get(node);
    if (draft !== undefined) {
      owners.push(draft);
      break;
    }
    if (!hasReferences || !isTag(node)) continue;
    const id = node.attribs['id'];
    if (id !== undefined) owners.push(...(references.get(id) ?? []));
  }
  return owners;
}

function readValue(element: Element, syntax: Syntax, url: string): StructuredText {
  const attribute = findValueAttribute(element, syntax);
  const written = attribute === undefined ? undefined : element.attribs[attribute];
  if (attribute === undefined || written === undefined) {
    return { kind: 'text', text: readText(element), source: { node: element } };
  }
  const text = foldText(written);
  const isRelative = urlAttributes.has(attribute) && text !== '' && !absoluteUrl.test(text);
  return {
    kind: 'text',
    text: isRelative && URL.canParse(text, url) ? new URL(text, url).href : text,
    source: { node: element, attribute },
  };
}

function findValueAttribute({ name, attribs }: Element, syntax: Syntax): string | undefined {
  // Strict readers use `content` on <meta> only; publishers write it on any element, and search engines read it.
  if (attribs['content'] !== undefined) return 'content';
  if (syntax === rdfa && attribs['resource'] !== undefined) return 'resource';
  return valueAttributes.get(name);
}

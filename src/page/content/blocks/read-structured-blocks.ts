import type { AnyNode } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import type { MetaTag, PageReading, StructuredEntity, StructuredText } from '../../page-reading.ts';
import { foldText, readText } from '../../text/node-text.ts';
import type { ContentBlock } from './content-block.ts';
import { splitRun } from './block-run.ts';

/** Meta names that are addressed to programs: browsers, search engines, site verification. */
const idleMeta =
  /^(viewport|robots|googlebot|bingbot|referrer|generator|theme-color|color-scheme|format-detection|handheldfriendly|mobileoptimized|rating|charset|content-type|x-ua-compatible|refresh|msapplication-.*|apple-.*|.*verif.*|csrf-.*|.*token.*|fb:.*|al:.*|twitter:(site|creator|card|app:.*)|.*:(width|height|type))$/;
/** The main entities of a page are less deep; deeper trees are reviews of reviews. */
const maxDepth = 12;
const maxLeaves = 3_000;
/** Characters of a path, which stands before each of its values; vocabularies have names of at most 40. */
const maxPathLength = 300;

/**
 * Returns the `<meta>` tags and structured data of a page, one block a value. Microdata and RDFa that were read with
 * the page's text (`seen`) are left out: they stand beside the text they belong to.
 */
export function readStructuredBlocks(
  reading: PageReading,
  seen: ReadonlySet<AnyNode>,
): readonly ContentBlock[] {
  const { metaTags, entities } = reading.structuredData;
  const known: Known = {
    nodes: new Set(seen),
    roots: new Set(
      entities.flatMap((entity) => (entity.id === undefined ? [entity] : [entity, entity.id])),
    ),
    entities: new Set(),
  };
  const blocks: ContentBlock[] = [];
  for (const entity of entities) {
    const heading = toBlock({
      kind: 'entity',
      name: '',
      text: `[${entity.types.join(', ') || 'data'}]`,
      source: entity.source,
      heading: undefined,
    });
    const start = blocks.length;
    blocks.push(heading);
    addLeaves(blocks, entity, heading, known);
    if (blocks.length === start + 1) blocks.pop();
  }
  return [...readMetaBlocks(metaTags, known.nodes), ...blocks];
}

function readMetaBlocks(
  metaTags: readonly MetaTag[],
  known: ReadonlySet<AnyNode>,
): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const { name, content, source } of metaTags) {
    const text = foldText(content);
    // A `<meta>` inside an entity has been read with the entity.
    if (text === '' || idleMeta.test(name) || known.has(source.node)) continue;
    addBlocks(blocks, { kind: 'meta', name, text, source, heading: undefined });
  }
  return blocks;
}

interface Visit {
  readonly value: StructuredText | StructuredEntity;
  readonly path: string;
  readonly depth: number;
}

/** Values that have been read already, so that each is read once. */
interface Known {
  /** Sources of microdata and RDFa. */
  readonly nodes: Set<AnyNode>;
  /** Top-level entities: a reference to one shows its name only. */
  readonly roots: ReadonlySet<StructuredEntity | string>;
  readonly entities: Set<StructuredEntity>;
}

/** Adds leaves in page order, without recursion; entities may refer to each other in a circle. */
function addLeaves(
  blocks: ContentBlock[],
  root: StructuredEntity,
  heading: ContentBlock,
  known: Known,
): void {
  const stack: Visit[] = [{ value: root, path: '', depth: 0 }];
  while (stack.length > 0 && blocks.length < maxLeaves) {
    const { value, path, depth } = stack.pop() as Visit;
    if (value.kind === 'text') {
      if (root.syntax !== 'json-ld') {
        if (known.nodes.has(value.source.node)) continue;
        known.nodes.add(value.source.node);
      }
      addLeaf(blocks, value, path, heading);
      continue;
    }
    const isReference = depth > 0 && (known.roots.has(value) || known.roots.has(value.id ?? value));
    if (isReference) {
      const [name] = value.properties.get('name') ?? [];
      if (name?.kind === 'text') addLeaf(blocks, name, `${path}.name`, heading);
      continue;
    }
    if (depth > maxDepth || known.entities.has(value)) continue;
    known.entities.add(value);
    for (const visit of listProperties(value, path, depth + 1).reverse()) stack.push(visit);
  }
}

function listProperties(entity: StructuredEntity, path: string, depth: number): Visit[] {
  const visits: Visit[] = [];
  for (const [property, values] of entity.properties) {
    const name = path === '' ? property : `${path}.${property}`;
    if (name.length > maxPathLength) continue;
    const records = values.filter((value) => value.kind === 'entity' && isRecord(value));
    values.forEach((value, index) => {
      // Records with more than one value are numbered, so that the values of one record stay together.
      const isNumbered = records.length > 1 && value.kind === 'entity';
      visits.push({ value, path: isNumbered ? `${name}[${index}]` : name, depth });
    });
  }
  return visits;
}

/** Whether an entity has more than one value; addresses and identifiers of steps and pictures do not count. */
function isRecord({ properties }: StructuredEntity): boolean {
  let said = 0;
  for (const values of properties.values()) {
    if (values.some((value) => value.kind === 'entity' || !isAddress(value.text))) said += 1;
  }
  return said > 1;
}

function addLeaf(
  blocks: ContentBlock[],
  leaf: StructuredText,
  name: string,
  heading: ContentBlock,
): void {
  const text = toPlainText(leaf.text);
  if (text !== '') addBlocks(blocks, { kind: 'data', name, text, source: leaf.source, heading });
}

/** Removes markup and character references from a value. */
function toPlainText(value: string): string {
  const marked = value.includes('<') || /&[#a-z]/i.test(value);
  return foldText(marked ? readText(parseDocument(value)) : value);
}

type BlockInput = Pick<ContentBlock, 'kind' | 'name' | 'text' | 'heading'> & {
  readonly source: StructuredText['source'];
};

function addBlocks(blocks: ContentBlock[], input: BlockInput): void {
  const whole = toBlock(input);
  for (const piece of splitRun({
    ...whole,
    endsApart: false,
    parts: [...whole.parts],
    extras: [],
  })) {
    blocks.push({ ...whole, text: piece.text });
  }
}

function toBlock({ kind, name, text, source, heading }: BlockInput): ContentBlock {
  return {
    kind,
    text,
    parts: [{ start: 0, source }],
    extras: [],
    name,
    element: undefined,
    heading,
    headers: [],
    level: 0,
    indent: 0,
    linkLength: 0,
  };
}

const address = /^(https?:)?\/\/\S+$/i;

/** Whether a text is a web address and nothing else. */
export function isAddress(text: string): boolean {
  return address.test(text);
}

import type { AnyNode } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import type {
  MetaTag,
  PageReading,
  StructuredEntity,
  StructuredText,
} from '../../contracts/page-reading.ts';
import { foldText, readText } from '../node-text.ts';
import type { ContentBlock } from './content-block.ts';
import { splitRun } from './split-run.ts';

/** Names that describe the page to programs: browsers, search engines, other sites' owners. */
const idleMeta =
  /^(viewport|robots|googlebot|bingbot|referrer|generator|theme-color|color-scheme|format-detection|handheldfriendly|mobileoptimized|rating|charset|content-type|x-ua-compatible|refresh|msapplication-.*|apple-.*|.*verif.*|csrf-.*|.*token.*|fb:.*|al:.*|twitter:(site|creator|card|app:.*)|.*:(width|height|type))$/;
/** What a page describes on top; deeper trees are reviews of reviews. */
const maxDepth = 12;
const maxLeaves = 3_000;

/**
 * What a page says about itself in `<meta>` tags and structured data, a block for each value. Microdata and RDFa that
 * were read with the page's text (`seen`) are left there, beside what they belong to.
 */
export function readStructuredBlocks(
  reading: PageReading,
  seen: ReadonlySet<AnyNode>,
): readonly ContentBlock[] {
  const { metaTags, entities } = reading.structuredData;
  const known = new Set(seen);
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
  return [...readMetaBlocks(metaTags, known), ...blocks];
}

function readMetaBlocks(
  metaTags: readonly MetaTag[],
  known: ReadonlySet<AnyNode>,
): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const { name, content, source } of metaTags) {
    const text = foldText(content);
    // A `<meta>` inside an entity has been read with it.
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

/** Leaves in the page's order, without recursion; entities may hold each other in a circle. */
function addLeaves(
  blocks: ContentBlock[],
  root: StructuredEntity,
  heading: ContentBlock,
  known: Set<AnyNode>,
): void {
  const seen = new Set<StructuredEntity>();
  const stack: Visit[] = [{ value: root, path: '', depth: 0 }];
  while (stack.length > 0 && blocks.length < maxLeaves) {
    const { value, path, depth } = stack.pop() as Visit;
    if (value.kind === 'text') {
      if (root.syntax !== 'json-ld') {
        if (known.has(value.source.node)) continue;
        known.add(value.source.node);
      }
      addLeaf(blocks, value, path, heading);
      continue;
    }
    if (seen.has(value) || depth > maxDepth) continue;
    seen.add(value);
    const visits: Visit[] = [];
    for (const [property, values] of value.properties) {
      const name = path === '' ? property : `${path}.${property}`;
      const records = values.filter(
        (inner) => inner.kind === 'entity' && inner.properties.size > 1,
      );
      values.forEach((inner, index) => {
        // Records of more than one value are numbered, so that their values stay together.
        const numbered = records.length > 1 && inner.kind === 'entity';
        visits.push({
          value: inner,
          path: numbered ? `${name}[${index}]` : name,
          depth: depth + 1,
        });
      });
    }
    for (const visit of visits.reverse()) stack.push(visit);
  }
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

/** Values come with mark-up and entities in them. */
function toPlainText(value: string): string {
  const marked = value.includes('<') || /&[#a-z]/i.test(value);
  return foldText(marked ? readText(parseDocument(value)) : value);
}

type BlockInput = Pick<ContentBlock, 'kind' | 'name' | 'text' | 'heading'> & {
  readonly source: StructuredText['source'];
};

function addBlocks(blocks: ContentBlock[], input: BlockInput): void {
  const whole = toBlock(input);
  for (const piece of splitRun({ ...whole, parts: [...whole.parts], extras: [] })) {
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

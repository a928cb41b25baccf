import type { Element } from 'domhandler';
import { isDataTable } from '../../page/is-data-table.ts';
import type {
  FlowBlock,
  ImageBlock,
  InlineRun,
  InlineStyle,
  ListMarker,
  StructureNode,
} from './flow.ts';
import { listIndent, maxIndent, quoteIndent } from './page-style.ts';
import { createTableReader, type TableReader } from './table-reader.ts';
import { trimLines, trimRuns } from './trim-runs.ts';

/** Takes a page's elements and text in order, and makes blocks of them. */
export interface FlowWriter {
  /** Whether white space counts. */
  readonly isPreformatted: boolean;
  open(element: Element): void;
  close(element: Element): void;
  addText(text: string, style: InlineStyle, keepsWhiteSpace: boolean): void;
  addRule(): void;
  /** False where there is no room for it, in a table's cell. */
  addImage(image: Pick<ImageBlock, 'source' | 'alt' | 'width' | 'height'>): boolean;
  finish(): readonly FlowBlock[];
}

/** An element that changes where or as what the blocks within it stand. */
interface Container {
  readonly element: Element;
  readonly indent: number;
  readonly bars: readonly number[];
  readonly structure: StructureNode;
  /** Number of the next item of an ordered list; `undefined` for bullets and everything else. */
  nextNumber: number | undefined;
}

/** Levels of the structure tree; a page may nest deeper, and readers gain nothing from it. */
const maxStructureDepth = 48;
const bullets: readonly string[] = ['•', '◦', '▪'];
const headings: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]),
);
const smallTags: ReadonlySet<string> = new Set(['figcaption', 'caption']);

/** Gathers the blocks of a page that is walked. */
export function createFlowWriter(): FlowWriter {
  const blocks: FlowBlock[] = [];
  const root: StructureNode = { type: 'Document', parent: undefined };
  const containers: Container[] = [];
  let runs: InlineRun[] = [];
  let hasText = false;
  let marker: ListMarker | undefined;
  let level = 0;
  let smallDepth = 0;
  let preDepth = 0;
  let tightDepth = 0;
  let table: TableReader | undefined;

  const place = (): Pick<Container, 'indent' | 'bars' | 'structure'> =>
    containers.at(-1) ?? { indent: 0, bars: [], structure: root };

  function endBlock(): void {
    if (table !== undefined) {
      table.endLine();
      return;
    }
    const taken = preDepth > 0 ? trimLines(runs) : trimRuns(runs);
    runs = [];
    if (!hasText) return;
    hasText = false;
    const { indent, bars, structure: parent } = place();
    const common = { indent, bars, runs: taken, marker };
    if (preDepth > 0) {
      blocks.push({ ...common, kind: 'code', structure: { type: 'Code', parent } });
    } else {
      const structure = {
        type: level > 0 ? `H${level}` : smallDepth > 0 ? 'Caption' : 'P',
        parent,
      };
      blocks.push({
        ...common,
        kind: 'text',
        level,
        isTight: tightDepth > 0,
        isSmall: smallDepth > 0,
        structure,
      });
    }
    marker = undefined;
  }

  function push(element: Element, type: string, indent: number, bar = false): void {
    const around = place();
    const to = Math.min(around.indent + indent, maxIndent);
    containers.push({
      element,
      indent: to,
      bars: bar && to > around.indent ? [...around.bars, around.indent] : around.bars,
      structure:
        depthOf(around.structure) >= maxStructureDepth
          ? around.structure
          : { type, parent: around.structure },
      nextNumber: undefined,
    });
  }

  function openItem(element: Element): void {
    const list = containers.at(-1);
    const isOrdered = list?.nextNumber !== undefined;
    const value = Number.parseInt(element.attribs['value'] ?? '', 10);
    if (list !== undefined && isOrdered && Number.isSafeInteger(value)) list.nextNumber = value;
    const depth = containers.filter((container) => container.element.name === 'ul').length;
    const text = isOrdered
      ? `${list.nextNumber}.`
      : (bullets[(Math.max(depth, 1) - 1) % bullets.length] ?? '');
    if (list?.nextNumber !== undefined) list.nextNumber += 1;
    push(element, 'LI', list === undefined || !isList(list.element) ? listIndent : 0);
    const item = place().structure;
    marker = { text, structure: { type: 'Lbl', parent: item } };
    const container = containers.at(-1);
    if (container !== undefined && item.type === 'LI') {
      containers[containers.length - 1] = {
        ...container,
        structure: { type: 'LBody', parent: item },
      };
    }
  }

  return {
    get isPreformatted() {
      return preDepth > 0;
    },
    open(element) {
      endBlock();
      if (table !== undefined) {
        table.open(element);
        if (element.name === 'pre') preDepth += 1;
        return;
      }
      const { name } = element;
      level = headings.get(name) ?? level;
      if (smallTags.has(name)) smallDepth += 1;
      switch (name) {
        case 'ul':
        case 'menu':
        case 'ol': {
          push(element, 'L', listIndent);
          tightDepth += 1;
          const list = containers.at(-1);
          if (name === 'ol' && list !== undefined) {
            const start = Number.parseInt(element.attribs['start'] ?? '1', 10);
            list.nextNumber = Number.isSafeInteger(start) ? start : 1;
          }
          break;
        }
        case 'li': {
          openItem(element);
          break;
        }
        case 'dd': {
          push(element, 'Div', listIndent);
          tightDepth += 1;
          break;
        }
        case 'blockquote': {
          push(element, 'BlockQuote', quoteIndent, true);
          break;
        }
        case 'pre': {
          preDepth += 1;
          break;
        }
        case 'table': {
          if (!isDataTable(element)) break;
          const { indent, bars, structure } = place();
          table = createTableReader(element, { indent, bars }, structure);
          break;
        }
      }
    },
    close(element) {
      endBlock();
      const { name } = element;
      if (table !== undefined) {
        table.close(element);
        if (name === 'pre') preDepth -= 1;
        if (table.element !== element) return;
        blocks.push(...table.finish());
        table = undefined;
        return;
      }
      if (headings.has(name)) level = 0;
      if (smallTags.has(name)) smallDepth -= 1;
      if (name === 'pre') preDepth -= 1;
      if (containers.at(-1)?.element !== element) return;
      containers.pop();
      if (isList(element) || name === 'dd') tightDepth -= 1;
      if (name === 'li') marker = undefined;
    },
    addText(text, style, keepsWhiteSpace) {
      const target = table?.runs ?? (table === undefined ? runs : undefined);
      if (target === undefined) return;
      const last = target.at(-1)?.text ?? '\n';
      let shown = text;
      if (keepsWhiteSpace) {
        shown = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').normalize('NFC');
      } else {
        shown = text.replaceAll(/[^\S\u{A0}]+/gu, ' ').normalize('NFC');
        if (shown.startsWith(' ') && /[ \n]$/.test(last)) shown = shown.slice(1);
      }
      if (shown === '') return;
      if (table === undefined) hasText ||= /\S/.test(shown);
      target.push({ text: shown, style });
    },
    addRule() {
      endBlock();
      if (table !== undefined) return;
      const { indent, bars } = place();
      if (blocks.length > 0 && blocks.at(-1)?.kind !== 'rule')
        blocks.push({ kind: 'rule', indent, bars });
    },
    addImage(image) {
      if (table !== undefined) return false;
      endBlock();
      const { indent, bars, structure } = place();
      blocks.push({
        ...image,
        kind: 'image',
        indent,
        bars,
        structure: { type: 'Figure', parent: structure, alt: image.alt },
      });
      return true;
    },
    finish() {
      endBlock();
      return blocks;
    },
  };
}

function isList({ name }: Element): boolean {
  return name === 'ul' || name === 'ol' || name === 'menu';
}

function depthOf(node: StructureNode): number {
  let depth = 0;
  for (let at: StructureNode | undefined = node; at !== undefined; at = at.parent) depth += 1;
  return depth;
}

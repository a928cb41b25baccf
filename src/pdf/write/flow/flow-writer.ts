import type { Element } from 'domhandler';
import { isDataTable } from '../../../page/text/is-data-table.ts';
import { collapseSpace, replaceInPieces } from '../../../page/text/collapse-space.ts';
import { toNormalForm } from '../../../unicode/to-normal-form.ts';
import { createContainers } from './create-containers.ts';
import type { FlowBlock, ImageBlock, InlineRun, InlineStyle, ListMarker } from './flow.ts';
import { type CellBudget, createTableReader, type TableReader } from './table-reader.ts';
import { trimLines, trimRuns } from './flow.ts';

/** Takes a page's elements and text in order, and makes blocks of them. */
export interface FlowWriter {
  /** Whether white space counts. */
  readonly isPreformatted: boolean;
  readonly isInHeading: boolean;
  /** Those that have ended. */
  readonly blocks: readonly FlowBlock[];
  open(element: Element): void;
  close(element: Element): void;
  addText(text: string, style: InlineStyle, keepsWhiteSpace: boolean): void;
  addRule(): void;
  /** False where there is no room for it, in a table's cell. */
  addImage(image: Pick<ImageBlock, 'source' | 'alt' | 'width' | 'height'>): boolean;
  finish(): Flow;
}

/** A page's content from top to bottom. */
export interface Flow {
  readonly blocks: readonly FlowBlock[];
  /** For people: what was left out. */
  readonly warnings: readonly string[];
}

/**
 * Of all tables; each cell is an element of the file's structure, and takes 6 kB of memory while the file is written.
 */
const maxCells = 40_000;

/** White space at which a line may break. */
const breakableSpace = /[^\S\u{A0}]+/gu;
/** Characters. */
const maxJoined = 1_000;

const headings: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]),
);
const smallTags: ReadonlySet<string> = new Set(['figcaption', 'caption']);

/** Gathers the blocks of a page that is walked. */
export function createFlowWriter(): FlowWriter {
  const blocks: FlowBlock[] = [];
  const containers = createContainers();
  let runs: InlineRun[] = [];
  let hasText = false;
  let marker: ListMarker | undefined;
  let level = 0;
  let smallDepth = 0;
  let preDepth = 0;
  let table: TableReader | undefined;
  const cells: CellBudget = { left: maxCells, isCut: false };

  function endBlock(): void {
    if (table !== undefined) {
      table.endLine();
      return;
    }
    const taken = preDepth > 0 ? trimLines(runs) : trimRuns(runs);
    runs = [];
    if (!hasText) return;
    hasText = false;
    const { indent, bars, structure: parent } = containers.place;
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
        isTight: containers.isTight,
        isSmall: smallDepth > 0,
        structure,
      });
    }
    marker = undefined;
  }

  return {
    blocks,
    get isPreformatted() {
      return preDepth > 0;
    },
    get isInHeading() {
      return level > 0;
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
          containers.openList(element);
          break;
        }
        case 'li': {
          marker = containers.openItem(element);
          break;
        }
        case 'dd': {
          containers.openDefinition(element);
          break;
        }
        case 'blockquote': {
          containers.openQuote(element);
          break;
        }
        case 'pre': {
          preDepth += 1;
          break;
        }
        case 'table': {
          if (!isDataTable(element)) break;
          const { indent, bars, structure } = containers.place;
          table = createTableReader({ element, indent, bars, parent: structure, cells });
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
      if (containers.close(element) && name === 'li') marker = undefined;
    },
    addText(text, style, keepsWhiteSpace) {
      const target = table?.runs ?? (table === undefined ? runs : undefined);
      if (target === undefined) return;
      const before = target.at(-1);
      const last = before?.text ?? '\n';
      let shown = text;
      if (keepsWhiteSpace) {
        shown = toNormalForm(
          replaceInPieces(replaceInPieces(text, /\r\n?/g, '\n'), /\t/g, '    '),
          'NFC',
        );
      } else {
        shown = toNormalForm(collapseSpace(text, breakableSpace), 'NFC');
        if (shown.startsWith(' ') && /[ \n]$/.test(last)) shown = shown.slice(1);
      }
      if (shown === '') return;
      if (table === undefined) hasText ||= /\S/.test(shown);
      // Joins text of equal style. Bounded, since joining copies the text again for each piece.
      if (before?.style === style && last.length < maxJoined)
        target[target.length - 1] = { text: last + shown, style };
      else target.push({ text: shown, style });
    },
    addRule() {
      endBlock();
      if (table !== undefined) return;
      const { indent, bars } = containers.place;
      if (blocks.length > 0 && blocks.at(-1)?.kind !== 'rule')
        blocks.push({ kind: 'rule', indent, bars });
    },
    addImage(image) {
      if (table !== undefined) return false;
      endBlock();
      const { indent, bars, structure } = containers.place;
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
      const warning = `The page's tables have more than ${maxCells} cells; the rows after them were left out.`;
      return { blocks, warnings: cells.isCut ? [warning] : [] };
    },
  };
}

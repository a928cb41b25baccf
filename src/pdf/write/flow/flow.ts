/** How a piece of text looks. */
export interface InlineStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
  readonly strike: boolean;
  /** Above the line (`sup`), below it (`sub`), or on it. */
  readonly shift: 'up' | 'down' | 'none';
  /** Absolute URL. */
  readonly link: string | undefined;
}

/** Text as it stands without any markup. */
export const plainStyle: InlineStyle = {
  bold: false,
  italic: false,
  code: false,
  strike: false,
  shift: 'none',
  link: undefined,
};

/** Text of one style; `\n` is a line break that the page asks for. */
export interface InlineRun {
  readonly text: string;
  readonly style: InlineStyle;
}

/** An element of the tagged document's structure, by the standard types of ISO 32000. */
export interface StructureNode {
  readonly type: string;
  readonly parent: StructureNode | undefined;
  readonly alt?: string | undefined;
  readonly scope?: 'Column' | 'Row';
  readonly colSpan?: number;
  readonly rowSpan?: number;
}

/** Where a block stands: points from the left margin, and the bars of the quotations that it is part of. */
export interface BlockPlace {
  readonly indent: number;
  readonly bars: readonly number[];
}

/** A list item's bullet or number, before its first block. */
export interface ListMarker {
  readonly text: string;
  readonly structure: StructureNode;
}

export interface TextBlock extends BlockPlace {
  readonly kind: 'text';
  /** 1 to 6 for headings, 0 for everything else. */
  readonly level: number;
  readonly runs: readonly InlineRun[];
  readonly marker: ListMarker | undefined;
  /** Whether it follows the block before it closely: items of a list, lines of a definition. */
  readonly isTight: boolean;
  readonly isSmall: boolean;
  readonly structure: StructureNode;
}

export interface CodeBlock extends BlockPlace {
  readonly kind: 'code';
  readonly runs: readonly InlineRun[];
  readonly marker: ListMarker | undefined;
  readonly structure: StructureNode;
}

export interface RuleBlock extends BlockPlace {
  readonly kind: 'rule';
}

export interface ImageBlock extends BlockPlace {
  readonly kind: 'image';
  /** As the caller's map or the `data:` URI names it. */
  readonly source: string;
  readonly alt: string;
  /** CSS pixels, as far as the page says. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly structure: StructureNode;
}

export interface TableCell {
  readonly column: number;
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly isHeader: boolean;
  readonly runs: readonly InlineRun[];
  readonly structure: StructureNode;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  /** Repeated on every page that the table reaches. */
  readonly isHeader: boolean;
}

export interface TableBlock extends BlockPlace {
  readonly kind: 'table';
  readonly rows: readonly TableRow[];
  readonly columns: number;
  readonly structure: StructureNode;
}

/** A page's content from top to bottom, before anything is measured. */
export type FlowBlock = TextBlock | CodeBlock | RuleBlock | ImageBlock | TableBlock;

/** Without white space at the ends. */
export function trimRuns(runs: readonly InlineRun[]): readonly InlineRun[] {
  return trim(runs, /^\s+/, true);
}

/** Without empty lines at the ends; the first line keeps its indentation. */
export function trimLines(runs: readonly InlineRun[]): readonly InlineRun[] {
  return trim(runs, /^\n/, false);
}

function trim(runs: readonly InlineRun[], start: RegExp, goesOn: boolean): readonly InlineRun[] {
  const trimmed = [...runs];
  for (let first = 0; first < trimmed.length; first += 1) {
    const run = trimmed[first];
    if (run === undefined) break;
    const text = run.text.replace(start, '');
    trimmed[first] = { ...run, text };
    if (text !== '' || !goesOn) break;
  }
  for (let last = trimmed.length - 1; last >= 0; last -= 1) {
    const run = trimmed[last];
    if (run === undefined) break;
    const text = run.text.trimEnd();
    trimmed[last] = { ...run, text };
    if (text !== '') break;
  }
  return trimmed.filter((run) => run.text !== '');
}

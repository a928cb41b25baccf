/** Measures in points (1/72 inch). A4; text of 10 points with about 85 characters a line. */
export const page = { width: 595.28, height: 841.89, margin: 56, footer: 30 } as const;

export const contentWidth: number = page.width - 2 * page.margin;
export const contentBottom: number = page.height - page.margin;

/** Line height in font sizes, and where in it the baseline lies: DejaVu's ascent is .93, Noto Sans SC's is 1.16. */
export const lineHeight = 1.45;
export const baselineAt = 1.07;

/** Sizes by heading level; 0 is text. */
export const textSizes: readonly number[] = [10, 20, 16, 13, 11.5, 10.5, 10];
export const codeSize = 8.5;
export const smallSize = 8.5;
export const footerSize = 8;
/** Tables are set in the first of these in which every word fits its column. */
export const tableSizes: readonly number[] = [9, 8, 7, 6];

export const gapsAbove: readonly number[] = [7, 14, 16, 13, 11, 10, 10];
export const tightGap = 2;
export const listIndent = 18;
export const quoteIndent = 14;
/** Deeper ones stay where they are, so that there is always room for text. */
export const maxIndent: number = contentWidth / 2;
/** Beside a cell's text, and above and below it. */
export const cellPadding = 4;
export const cellGap = 2.5;
export const codePadding = 6;

export const colours = {
  text: '#1a1a1a',
  link: '#0b57a4',
  quiet: '#666666',
  line: '#c4c4c4',
  bar: '#b0b0b0',
  codeGround: '#f4f4f4',
  headerGround: '#eeeeee',
} as const;

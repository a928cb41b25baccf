import type { PDFPageProxy } from 'unpdf/pdfjs';
import type { PdfItem } from './pdf-lines.ts';

export type Viewport = ReturnType<PDFPageProxy['getViewport']>;

/** A rectangle of the page as displayed, in points from its top left corner. */
export interface PdfArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Annotation = Readonly<Record<string, unknown>>;

/** Letters of one value; ten pages of text have as many. */
const maxValueLetters = 20_000;
/** Bits of an annotation's flags: hidden, and not shown on screens. */
const unseen = 2 + 32;
/** Distance of the lines of a value, in font sizes. */
const linePitch = 1.2;
/** In font sizes: letters of common fonts are .45 to .55 wide. */
const letterWidth = 0.5;

/**
 * Returns what was filled into a page: the values of its form fields and the texts typed onto it, where they are shown. They
 * are no part of the page's own text. At most as many letters as given.
 */
export function readFilledIn(
  annotations: readonly unknown[],
  viewport: Viewport,
  { drawn, letters }: { readonly drawn: readonly PdfItem[]; readonly letters: number },
): readonly PdfItem[] {
  const byText = Map.groupBy(drawn, ({ text }) => text.trim());
  const items: PdfItem[] = [];
  let left = letters;
  for (const annotation of annotations) {
    const { rect, id } = annotation as Annotation;
    const value = valueOf(annotation as Annotation).slice(0, maxValueLetters);
    const area = toArea(rect, viewport);
    if (value.trim() === '' || area === undefined) continue;
    const mark = typeof id === 'string' ? annotationMark(id) : undefined;
    for (const item of place(value, area, sizeOf(annotation as Annotation, area))) {
      // Programs that fill forms in often draw the value on the page, too.
      if (byText.get(item.text)?.some((other) => isWithin(other, area)) === true) continue;
      left -= item.text.length;
      if (left < 0) return items;
      items.push({ ...item, mark });
    }
  }
  return items;
}

/** The mark by which the library names an annotation in a page's tags. */
function annotationMark(id: string): string {
  return `pdfjs_internal_id_${id}`;
}

function valueOf(annotation: Annotation): string {
  const { subtype, annotationFlags, hidden, contentsObj } = annotation;
  if (hidden === true || (Number(annotationFlags) & unseen) !== 0) return '';
  if (subtype === 'Widget') return fieldValueOf(annotation);
  if (subtype !== 'FreeText') return '';
  const text = (contentsObj as Annotation | undefined)?.['str'];
  return typeof text === 'string' ? text : '';
}

function fieldValueOf(field: Annotation): string {
  const { fieldType, fieldValue, password } = field;
  if (fieldType === 'Tx') {
    return typeof fieldValue === 'string' && password !== true ? fieldValue : '';
  }
  if (fieldType === 'Ch') return chosen(field);
  if (fieldType !== 'Btn') return '';
  const { checkBox, exportValue, radioButton, buttonValue } = field;
  const on = checkBox === true ? exportValue : radioButton === true ? buttonValue : undefined;
  return typeof on === 'string' && on === fieldValue && on !== 'Off' ? '☑' : '';
}

/** What a list shows of the values that are chosen in it. */
function chosen({ fieldValue, options }: Annotation): string {
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const named: readonly unknown[] = Array.isArray(options) ? options : [];
  const names = new Map(
    named.map((option) => {
      const { exportValue, displayValue } = option as Annotation;
      return [exportValue, displayValue];
    }),
  );
  return values
    .map((value) => names.get(value) ?? value)
    .filter((value) => typeof value === 'string')
    .join(', ');
}

/** The rectangle of an annotation as displayed; `undefined` where it is none. */
export function toArea(rect: unknown, viewport: Viewport): PdfArea | undefined {
  if (!Array.isArray(rect)) return undefined;
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(Number(rect[0]), Number(rect[1]));
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(Number(rect[2]), Number(rect[3]));
  if (!Number.isFinite(x1 + y1 + x2 + y2)) return undefined;
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  return { left, right, top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
}

/** The size that the field states, or one that fits into it. */
function sizeOf({ defaultAppearanceData }: Annotation, { top, bottom }: PdfArea): number {
  const stated = Number((defaultAppearanceData as Annotation | undefined)?.['fontSize']);
  return stated > 0 && stated < Infinity ? stated : Math.min(Math.max(0.7 * (bottom - top), 4), 12);
}

/** Lines from the top of a rectangle, or in its middle where they fill it. */
function place(
  value: string,
  { left, right, top, bottom }: PdfArea,
  size: number,
): readonly PdfItem[] {
  const lines = value.split(/\r\n?|\n/);
  const free = bottom - top - lines.length * linePitch * size;
  const first = top + size + (free < size ? free / 2 : 0);
  return lines.flatMap((line, index): readonly PdfItem[] => {
    const text = line.trim();
    if (text === '') return [];
    const width = Math.min(right - left, letterWidth * size * text.length);
    const y = first + index * linePitch * size;
    const look = { size, isMono: false, link: undefined, mark: undefined, isFilledIn: true };
    return [{ text, x: left, y, width, ...look }];
  });
}

function isWithin({ x, y, size }: PdfItem, { left, right, top, bottom }: PdfArea): boolean {
  return x > left - size && x < right && y > top && y < bottom + size / 2;
}

import { addAll } from '../../../runtime/collections.ts';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import type { PdfItem, PdfPage, PdfTag } from './pdf-lines.ts';
import { type PdfArea, type Viewport, readFilledIn, toArea } from './read-filled-in.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItems = TextContent['items'];
type TextItem = Extract<TextItems[number], { readonly str: string }>;

interface LinkArea extends PdfArea {
  readonly url: string;
}

/** Text pieces a page; the densest page measured has 9,000. */
const maxItems = 50_000;
/** Pieces with blanks and marks, of which many pages have as many again. */
const maxRawItems = 4 * maxItems;
const maxTags = 50_000;
const maxAnnotations = 2_000;
/** Characters; what is fetched has at most as many. */
const maxUrlLength = 8_192;

interface ReadPageInput {
  readonly number: number;
  readonly isTagged: boolean;
  /** What may still be read of the file. */
  readonly left: { readonly letters: number; readonly items: number };
}

/** Returns a page's text with positions, its links and its tags, without content marked as decoration. */
export async function readPageItems(
  page: PDFPageProxy,
  { number, isTagged, left }: ReadPageInput,
): Promise<{
  readonly page: PdfPage;
  /** Whether the page holds more text than was read. */
  readonly isCut: boolean;
  /** Whether texts were left out that stand in another direction than most: stamps, labels of axes, notes along the margin. */
  readonly hasTextAtAngle: boolean;
}> {
  const most = { letters: left.letters, items: Math.min(maxItems, left.items) };
  const { items: raw, isCut } = await readRawItems(page, most);
  const drawn = withoutArtifacts(raw);
  const viewport = findViewport(
    page,
    drawn.map(({ item }) => item),
  );
  const annotations = (await page.getAnnotations()).slice(0, maxAnnotations);
  const links = toLinkAreas(annotations, viewport);
  const monospaced = findMonospaced(raw);
  const items: PdfItem[] = [];
  const lastOf = new Map<string, PlacedText>();
  let atAngle = 0;
  for (const { item, text, mark } of drawn) {
    if (directionOf(item, viewport) !== 0) {
      atAngle += 1;
      continue;
    }
    const [a = 1, b = 0, , , e = 0, f = 0] = item.transform as readonly number[];
    const [x = 0, y = 0] = viewport.convertToViewportPoint(e, f);
    const size = item.height > 0 ? item.height : Math.hypot(a, b);
    if (!(size > 0) || !Number.isFinite(x + y + size + item.width)) continue;
    const isMono = monospaced.has(item.fontName);
    const whole = { text, x, y, width: item.width, size, isMono, mark };
    const before = lastOf.get(text);
    lastOf.set(text, whole);
    if (before !== undefined && isDrawnOver(whole, before)) continue;
    addAll(items, splitByLinks(whole, links));
  }
  addAll(items, readFilledIn(annotations, viewport, { drawn: items, letters: most.letters }));
  const tags = isTagged ? toTags(await page.getStructTree()) : undefined;
  return {
    page: { number, width: viewport.width, height: viewport.height, items, tags },
    isCut,
    hasTextAtAngle: atAngle > 0,
  };
}

type PlacedText = Pick<PdfItem, 'size' | 'x' | 'y'>;

/** Whether a text is drawn over the same one: bold letters and shadows are often made so. In double letters the second is farther away. */
function isDrawnOver({ x, y, size }: PlacedText, before: PlacedText): boolean {
  const near = 0.1 * size;
  return (
    Math.abs(x - before.x) < near &&
    Math.abs(y - before.y) < near &&
    Math.abs(size - before.size) < near
  );
}

interface DrawnText {
  readonly item: TextItem;
  readonly text: string;
  /** The marked content that it is part of. */
  readonly mark: string | undefined;
}

/** Returns the texts with letters that are not marked as decoration. */
function withoutArtifacts(raw: TextItems): readonly DrawnText[] {
  const drawn: DrawnText[] = [];
  const marks: { readonly id: string | undefined; readonly isArtifact: boolean }[] = [];
  for (const item of raw) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop();
      else {
        const around = marks.at(-1);
        // The library's types lack `tag`.
        const { tag } = item as { readonly tag?: string };
        const isArtifact = around?.isArtifact === true || tag === 'Artifact';
        marks.push({ id: item.id ?? around?.id, isArtifact });
      }
      continue;
    }
    const mark = marks.at(-1);
    const text = item.str.replaceAll('\u{0}', '');
    if (text.trim() === '' || mark?.isArtifact === true) continue;
    drawn.push({ item, text, mark: mark?.id });
  }
  return drawn;
}

/** The page as displayed, turned where most of its letters stand so: tables too wide for the sheet are often drawn along it. */
function findViewport(page: PDFPageProxy, items: readonly TextItem[]): Viewport {
  const viewport = page.getViewport({ scale: 1 });
  const letters = new Map<number, number>();
  let all = 0;
  for (const item of items) {
    const direction = directionOf(item, viewport);
    all += item.str.length;
    if (direction !== undefined)
      letters.set(direction, (letters.get(direction) ?? 0) + item.str.length);
  }
  const turn = [90, 180, 270].find((each) => (letters.get(each) ?? 0) > all / 2);
  if (turn === undefined) return viewport;
  return page.getViewport({ scale: 1, rotation: (viewport.rotation + turn) % 360 });
}

/** By how many degrees, clockwise, the page would have to be turned for a text to be upright; `undefined` where it stands at a slant. */
function directionOf({ transform }: TextItem, viewport: Viewport): number | undefined {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform as readonly number[];
  const [x = 0, y = 0] = viewport.convertToViewportPoint(e, f);
  const [alongX = 0, alongY = 0] = viewport.convertToViewportPoint(e + a, f + b);
  const [, upY = 0] = viewport.convertToViewportPoint(e + c, f + d);
  const [right, down] = [alongX - x, alongY - y];
  // Letters that run to the left upright are mirrored, not upside down.
  if (Math.abs(down) <= Math.abs(right) * maxSlant) return right < 0 && upY > y ? 180 : 0;
  if (Math.abs(right) <= Math.abs(down) * maxSlant) return down < 0 ? 90 : 270;
  return undefined;
}

/** The rise of a line of text, as a share of its length, that crooked scans have. */
const maxSlant = 0.2;

/**
 * Reads text pieces up to the given numbers. The stream is left unread then, which halts the page's operators; to cancel it
 * would not: a page of a few KB can draw a text 10^9 times.
 */
async function readRawItems(
  page: PDFPageProxy,
  most: ReadPageInput['left'],
): Promise<{ readonly items: TextItems; readonly isCut: boolean }> {
  const stream = page.streamTextContent({ includeMarkedContent: true });
  const reader = (stream as ReadableStream<TextContent>).getReader();
  const items: TextItems[number][] = [];
  let texts = 0;
  let letters = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return { items, isCut: false };
    for (const item of chunk.value.items) {
      if (items.length >= maxRawItems || texts >= most.items || letters >= most.letters) {
        return { items, isCut: true };
      }
      items.push(item);
      if (!('str' in item) || item.str.trim() === '') continue;
      texts += 1;
      letters += item.str.length;
    }
  }
}

/**
 * Returns the fonts whose letters all have one width. The files' own flags are unreliable: DejaVu Sans Mono lacks the
 * flag, Noto Sans SC has it.
 */
function findMonospaced(items: TextItems): ReadonlySet<string> {
  const widths = new Map<string, { least: number; most: number; letters: number }>();
  for (const item of items) {
    if (!('str' in item) || item.height <= 0 || !/^[!-~ ]{3,}$/.test(item.str)) continue;
    const width = item.width / item.str.length / item.height;
    const font = widths.get(item.fontName) ?? { least: Infinity, most: 0, letters: 0 };
    font.least = Math.min(font.least, width);
    font.most = Math.max(font.most, width);
    font.letters += item.str.length;
    widths.set(item.fontName, font);
  }
  // A single short text may have letters of one width by chance; from .5 to .65 em lie all monospaced fonts in use.
  const found = [...widths].filter(
    ([, { least, most, letters }]) =>
      letters >= 20 && least > 0.5 && most < 0.65 && most - least < 0.015,
  );
  return new Set(found.map(([font]) => font));
}

function toLinkAreas(annotations: readonly unknown[], viewport: Viewport): readonly LinkArea[] {
  const areas: LinkArea[] = [];
  for (const annotation of annotations) {
    const { subtype, url, rect } = annotation as Readonly<Record<string, unknown>>;
    if (subtype !== 'Link' || typeof url !== 'string') continue;
    if (url.length > maxUrlLength || !URL.canParse(url)) continue;
    if (!/^(?:https?|mailto):/i.test(url)) continue;
    const area = toArea(rect, viewport);
    if (area !== undefined) areas.push({ url, ...area });
  }
  return areas;
}

/** Splits an item where a link covers a part of it; assumes letters of equal width. */
function splitByLinks(item: Omit<PdfItem, 'link'>, links: readonly LinkArea[]): readonly PdfItem[] {
  const middle = item.y - item.size * 0.3;
  const [start, end] = [item.x + item.width * 0.02, item.x + item.width * 0.98];
  const link = links.find(
    ({ left, right, top, bottom }) =>
      middle > top && middle < bottom && left < end && right > start,
  );
  if (link === undefined) return [{ ...item, link: undefined }];
  const letter = item.width / item.text.length;
  const from = toWordEdge(item.text, (link.left - item.x) / letter);
  const to = toWordEdge(item.text, (link.right - item.x) / letter);
  if (from >= to) return [{ ...item, link: undefined }];
  const parts = [
    [0, from, undefined],
    [from, to, link.url],
    [to, item.text.length, undefined],
  ] as const;
  return parts.flatMap(([first, next, url]): readonly PdfItem[] => {
    const text = item.text.slice(first, next);
    const place = { x: item.x + first * letter, width: (next - first) * letter };
    return text === '' ? [] : [{ ...item, ...place, text, link: url }];
  });
}

/** The start or end of a word nearest to a place in the text. */
function toWordEdge(text: string, at: number): number {
  const near = Math.min(Math.max(Math.round(at), 0), text.length);
  for (let away = 0; away <= 6; away += 1) {
    for (const edge of [near - away, near + away]) {
      if (edge <= 0) return near - away <= 0 && near <= 6 ? 0 : Math.max(edge, 0);
      if (edge >= text.length) return text.length;
      if (text.charAt(edge - 1) === ' ' || text.charAt(edge) === ' ') return edge;
    }
  }
  return near;
}

interface RawTag {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly RawTag[];
}

const markTypes: ReadonlySet<string> = new Set(['content', 'annotation']);

/** Copies the tree without recursion; elements beyond the limit on their number are left out. */
function toTags(root: RawTag | null): PdfTag | undefined {
  if (root === null) return undefined;
  type Open = { readonly role: string; readonly children: (Open | { readonly mark: string })[] };
  const top: Open = { role: root.role ?? 'Root', children: [] };
  const open: { readonly raw: RawTag; readonly tag: Open }[] = [{ raw: root, tag: top }];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of next.raw.children ?? []) {
      count += 1;
      if (count > maxTags) return undefined;
      if (markTypes.has(child.type ?? '') && child.id !== undefined)
        next.tag.children.push({ mark: child.id });
      else if (child.role !== undefined) {
        const tag: Open = { role: child.role, children: [] };
        next.tag.children.push(tag);
        open.push({ raw: child, tag });
      }
    }
  }
  return top;
}

import { type ChildNode, type Element, hasChildren, isTag, isText } from 'domhandler';
import { maxOf, toWordSet } from '../../runtime/collections.ts';
import { hasText, isBlockTag } from './node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

/** Candidates of one `srcset` that are read. */
const maxCandidates = 64;
/** Formats that fewer programs can display; pages that use them mostly offer another one as well. */
const newerFormats = /\.(?:avif|webp|svg|gif)(?:[?#]|$)/i;

interface Candidate {
  readonly source: string;
  /** Pixels, from a `w` descriptor. */
  readonly width: number | undefined;
  /** Image pixels per CSS pixel, from an `x` descriptor. */
  readonly density: number;
}

/**
 * Returns the best address of a picture for a display width in pixels: the smallest image of `srcset` that is wide
 * enough, else the result of `findImageSource`. As written; `undefined` for tracking pixels and embedded pictures.
 */
export function chooseImageSource(
  attributes: Readonly<Record<string, string>>,
  wantedWidth: number,
): string | undefined {
  const plain = findImageSource(attributes);
  if (plain === undefined) return undefined;
  const listed = parseSrcset(attributes['srcset'] ?? attributes['data-srcset'] ?? '');
  const older = listed.filter(({ source }) => !newerFormats.test(source));
  // Where the whole set is in newer formats, the plain address may be the widely supported one.
  if (older.length === 0 && !newerFormats.test(plain)) return plain;
  const candidates = older.length === 0 ? listed : older;
  const byWidth = chooseWidth(candidates, wantedWidth);
  if (byWidth !== undefined) return byWidth;
  const dense = candidates.filter(({ density }) => density > 1 && density <= 2);
  return dense.toSorted((one, other) => other.density - one.density)[0]?.source ?? plain;
}

/** Returns the smallest candidate that is wide enough, else the widest; `undefined` where none states its width. */
function chooseWidth(candidates: readonly Candidate[], wantedWidth: number): string | undefined {
  const sized = candidates.flatMap(({ source, width }) =>
    width === undefined ? [] : [{ source, width }],
  );
  const byWidth = sized.toSorted((one, other) => one.width - other.width);
  return (byWidth.find(({ width }) => width >= wantedWidth) ?? byWidth.at(-1))?.source;
}

/** Begins only at the first comma of a run: a match tried at each of them takes the square of their number. */
const commasAtEnd = /(?<!,),+$/;

/**
 * Returns the candidates of a `srcset` that can be fetched. HTML, "parse a srcset attribute",
 * without its rarer errors.
 */
function parseSrcset(srcset: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(srcset)?.[0] ?? '';
    at += found.length;
    return found;
  };
  while (candidates.length < maxCandidates) {
    const written = take(/[\s,]*\S+/y).replace(/^[\s,]+/, '');
    if (written === '') break;
    // A candidate that ends with a comma has no descriptor.
    const source = written.replace(commasAtEnd, '');
    const descriptor = source === written ? take(/[^,]*/y).trim() : '';
    if (/^(?:data|about|blob|javascript):/i.test(source)) continue;
    const value = Number.parseFloat(descriptor);
    candidates.push({
      source,
      width: descriptor.endsWith('w') && value > 0 ? value : undefined,
      density: descriptor.endsWith('x') && value > 0 ? value : 1,
    });
  }
  return candidates;
}

/** Attributes in which pages keep an image's address until a script loads the image. */
const lazyAttributes = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-url',
  'data-image',
];
/** CSS pixels. An image with both sides at most this long is a tracking pixel. */
const maxCounterSize = 2;

/** A picture by its file, or by what servers of pictures are told of its size. */
const pictureName =
  /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#!/]|$)|[?&/](?:w|h|width|height|size|format|fm|q)[=_]/i;
/** What names a picture, whatever the attribute is called in which a script finds it. */
const pictureFile = /^[^\s"'<>{}]{1,1000}\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S{0,1000})?$/i;
/** Attributes that name other things: a page, the picture in its full size, a placeholder. */
const otherAttributes =
  /^(?:alt|class|data-(?:fallback|full|href|large|link|permalink|placeholder|poster|preview|srcset|thumb|zoom).*|href|id|longdesc|onerror|src|srcset|style|title)$/;

/** A file that stands in the place of a picture until that is loaded, by its name. */
const standIn =
  /(?:^|[/_.-])(?:1x1|blank|dummy|empty|lazy(?:load)?|load(?:er|ing)|pixel|placeholder|spacer|transparent)(?:[_.-][\w.-]{0,60})?\.(?:gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;
/** The first candidate of a set of pictures, whatever the attribute is called. */
const pictureSet = /^\s{0,99}[^\s"'<>{}]{1,1000}\s{1,9}\d{1,5}(?:\.\d{1,3})?[wx]\s{0,9}(?:,|$)/;
/** A picture within data that an attribute holds as JSON. */
const pictureInJson =
  /"([^\s"'<>{}]{1,1000}\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#][^\s"]{0,1000})?)"/i;
/** Widths that an attribute lists, in pixels. */
const widthList = /^\[?\s{0,9}\d{1,5}(?:\s{0,9},\s{0,9}\d{1,5}){1,60}\s{0,9}\]?$/;
/** The place in an address into which a script writes one of the widths that another attribute lists. */
const widthPlace = /\{(?:w|width|size)\}/gi;

/** Whether an address names a picture, by its file or by what servers of pictures are told. */
export function isPictureAddress(source: string): boolean {
  return pictureFile.test(source) || pictureName.test(source);
}

/** Returns the address of an image as written; `undefined` for tracking pixels and for `data:` images. */
export function findImageSource(attributes: Readonly<Record<string, string>>): string | undefined {
  if (isCounter(attributes['width']) && isCounter(attributes['height'])) return undefined;
  const { src } = attributes;
  const isLoaded = isAddress(src) && !standIn.test(src) && src.search(widthPlace) === -1;
  for (const name of lazyAttributes) {
    const value = fillWidth(attributes[name], attributes);
    if (!isAddress(value) || !/[./]/.test(value) || /^\s{0,9}[[{]/.test(value)) continue;
    // Beside a good `src` it counts where it names a picture: it may be a flag, or the page that the picture leads to.
    if (!isLoaded || name === 'data-src' || pictureName.test(value)) return value;
  }
  if (isLoaded) return src;
  const others = Object.entries(attributes).filter(([name]) => !otherAttributes.test(name));
  const found =
    others.find(([, value]) => pictureFile.test(value))?.[1] ??
    bestCandidate(attributes['srcset']) ??
    bestCandidate(attributes['data-srcset']) ??
    bestCandidate(others.find(([, value]) => pictureSet.test(value))?.[1]) ??
    findInJson(others);
  return found ?? (isAddress(src) ? (fillWidth(src, attributes) ?? src) : undefined);
}

/** Writes the greatest width that an attribute lists into an address with a place for it; `undefined` where none is listed. */
function fillWidth(
  source: string | undefined,
  attributes: Readonly<Record<string, string>>,
): string | undefined {
  if (source === undefined || source.search(widthPlace) === -1) return source;
  const listed = Object.values(attributes).find((value) => widthList.test(value));
  if (listed === undefined) return undefined;
  const widths = listed.match(/\d+/g)?.map(Number) ?? [];
  return source.replaceAll(widthPlace, `${maxOf(widths)}`);
}

function findInJson(attributes: readonly (readonly [string, string])[]): string | undefined {
  const held = attributes.find(
    ([, value]) => /^\s{0,9}[[{]/.test(value) && pictureInJson.test(value),
  );
  return pictureInJson.exec(held?.[1] ?? '')?.[1]?.replaceAll('\\/', '/');
}

function isAddress(value: string | undefined): value is string {
  return (
    value !== undefined &&
    value.trim() !== '' &&
    !/^\s{0,9}(?:#|(?:data|about|blob|javascript):)/i.test(value)
  );
}

function isCounter(size: string | undefined): boolean {
  return size !== undefined && size.trim() !== '' && Number.parseFloat(size) <= maxCounterSize;
}

/** CSS pixels of the screen for which a picture is chosen that has no address but those of a set. */
const screenWidth = 1_280;

function bestCandidate(candidates = ''): string | undefined {
  const listed = parseSrcset(candidates).filter(({ source }) => isAddress(source));
  return chooseWidth(listed, screenWidth) ?? listed[0]?.source;
}

/** Nodes between a picture and the text beside it that are visited; a card has a link, a heading and a span or two. */
const maxSteps = 16;
/** Text in another one of these elements belongs to another record. */
const records: ReadonlySet<string> = toWordSet('li dt dd td th tr table article section main body');

/**
 * Returns the text for a picture that is not shown: its alternative text, or the label of an `<svg>` or another
 * element with `role="img"`. Empty where the picture has no text, and where the text beside the picture is the same.
 */
export function readPictureLabel(picture: Element): string {
  const label = readLabel(picture);
  return label === '' || hasText(picture) || isBeside(label, picture) ? '' : label;
}

/** Characters of the label of a link; a longer one is a text that nobody sees. */
const maxLinkLabel = 200;
/** Nodes in a link; an icon has fewer. */
const maxIconNodes = 200;
/** Tells of most texts at once that they are written. */
const printed = /[!-~]/;
const shownTags: ReadonlySet<string> = toWordSet(
  'audio button canvas iframe input math select textarea video',
);

/**
 * Returns the text for a link that shows nothing but an icon that has none, be it drawn, of a font or by a style sheet. Empty where the
 * text beside the link is the same.
 */
export function readIconLabel(link: Element): string {
  const drawn = findIcon(link);
  if (drawn === undefined) return '';
  const label = foldText(link.attribs['aria-label'] ?? link.attribs['title'] ?? drawn);
  return label === '' || label.length > maxLinkLabel || isBeside(label, link) ? '' : label;
}

/** What the drawing in a link is called, or nothing; `undefined` where the link has no elements, or something in them that is written. */
function findIcon(link: Element): string | undefined {
  const waiting: ChildNode[] = link.children.slice(0, maxIconNodes);
  let found: string | undefined;
  for (let looked = 0; looked < maxIconNodes; looked += 1) {
    const node = waiting.pop();
    if (node === undefined) return found;
    if (isText(node) && (printed.test(node.data) || foldText(node.data) !== '')) return undefined;
    if (!isTag(node)) continue;
    if (shownTags.has(node.name) || readLabel(node) !== '') return undefined;
    if (node.name === 'img' && findImageSource(node.attribs) !== undefined) return undefined;
    found ??= '';
    if (node.name === 'svg') found = node.attribs['aria-label'] ?? node.attribs['title'] ?? found;
    else for (const child of node.children.slice(0, maxIconNodes)) waiting.push(child);
  }
  return undefined;
}

function isBeside(label: string, element: Element): boolean {
  const folded = label.toLowerCase();
  return (['next', 'prev'] as const).some(
    (side) => findTextBeside(element, side)?.toLowerCase() === folded,
  );
}

/**
 * Whether a label has to be separated from its neighbours by spaces: two letters or digits in a row show that it is
 * more than a single letter, sign or emoji.
 */
export function isApart(label: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(label);
}

function readLabel({ name, attribs }: Element): string {
  const { alt, role, 'aria-label': title } = attribs;
  return foldText((name === 'img' ? alt : role === 'img' ? title : undefined) ?? '');
}

function findTextBeside(picture: Element, side: 'next' | 'prev'): string | undefined {
  let node: ChildNode | null = picture;
  let isDone = true;
  for (let step = 0; step < maxSteps && node !== null; step += 1) {
    if (isText(node)) {
      const text = foldText(node.data);
      if (text !== '') return text;
    } else if (side === 'prev' && isTag(node) && node !== picture) {
      // A logo that is repeated for small and large screens is labelled once.
      const label = readLabel(node);
      if (label !== '') return label;
    }
    const inner: ChildNode | null =
      isDone || !hasChildren(node) ? null : side === 'next' ? node.firstChild : node.lastChild;
    if (inner !== null) {
      node = inner;
      continue;
    }
    const beside: ChildNode | null = node[side];
    isDone = beside === null;
    if (beside !== null) node = beside;
    else node = findAround(node, side);
  }
  return undefined;
}

/**
 * Returns the parent in which the search for text continues, else `null`. A caption after a picture may be in another
 * block; text before a picture in another block belongs to other content.
 */
function findAround({ parent }: ChildNode, side: 'next' | 'prev'): Element | null {
  if (parent === null || !isTag(parent) || records.has(parent.name)) return null;
  return side === 'prev' && isBlockTag(parent.name) ? null : parent;
}

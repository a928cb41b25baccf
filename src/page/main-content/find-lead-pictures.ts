import { type AnyNode, type ChildNode, type Element, isTag, isText } from 'domhandler';
import { isEmbeddedFrame } from '../tree/is-embedded-frame.ts';
import { findImageSource } from '../tree/pictures.ts';
import { toWordSet } from '../../runtime/collections.ts';
import { classKinds } from './blocks/lexicon.ts';
import { type PageBlocks, regionBits } from './blocks/page-blocks.ts';
import { strangeBits } from './shape/passages.ts';

/** What a text's own picture does not stand in: a side, a bar, what is about the writer. */
const strangeRegions =
  regionBits.nav | regionBits.aside | regionBits.footer | regionBits.form | regionBits.hidden;
const otherBits = strangeBits | (1 << classKinds.indexOf('meta'));
const textHolders: ReadonlySet<string> = new Set(['article', 'main']);
/** What may be around a picture and nothing else. */
const wrappers: ReadonlySet<string> = toWordSet('figure picture p div center span a');
/** CSS pixels. A picture that says it is narrower is an icon or a portrait. */
const leastWidth = 150;
/** Nodes of what stands before a text that are looked at; a figure has a picture, its sources and a caption. */
const mostNodes = 40;

/**
 * Returns the pictures that open a text: those directly before its first paragraph, or else the one figure between the start of
 * its `<article>` or `<main>` and that paragraph. Their captions are chosen as other text is.
 */
export function findLeadPictures(page: PageBlocks, kept: Uint8Array): readonly Element[] {
  const { blocks, elements } = page;
  const { blockStart, node, parent } = elements;
  const first = kept.findIndex(
    (isKept, block) => isKept === 1 && (elements.tag[blocks.element[block] ?? 0]?.level ?? 0) === 0,
  );
  if (first === -1) return [];
  const owner = blocks.element[first] ?? 0;
  let holder = owner;
  while (holder > 0 && !isNamed(node[holder], textHolders)) holder = parent[holder] ?? 0;
  for (
    let inner = owner;
    inner > 0 && inner !== holder && blockStart[inner] === first;
    inner = parent[inner] ?? 0
  ) {
    const before = listPicturesBefore(page, inner);
    if (before === undefined) break;
    if (before.length > 0) return before;
    if (holder === 0) break;
  }
  return holder === 0 ? [] : findOnlyFigure(page, { holder, owner, first });
}

/** Returns the pictures directly before an element; `undefined` where something else stands before it. */
function listPicturesBefore(
  { elements }: PageBlocks,
  element: number,
): readonly Element[] | undefined {
  const around = elements.parent[element] ?? 0;
  const masks = new Map<AnyNode, number>();
  for (let inner = around + 1; inner < element; inner += 1) {
    const own = elements.node[inner];
    if (elements.parent[inner] === around && own !== undefined)
      masks.set(own, elements.facts[inner]?.mask ?? 0);
  }
  const found: Element[] = [];
  let before: ChildNode | null = (elements.node[element] as ChildNode | undefined)?.prev ?? null;
  for (; before !== null; before = before.prev) {
    if (isText(before) && before.data.trim() === '') continue;
    const picture =
      ((masks.get(before) ?? 0) & otherBits) === 0 ? findOnlyPicture(before) : undefined;
    if (picture === undefined) return found.length > 0 ? found.toReversed() : undefined;
    found.push(picture);
  }
  return found.toReversed();
}

/** Returns the picture of the only figure between the start of an element and a block in it. */
function findOnlyFigure(
  { elements }: PageBlocks,
  { holder, owner, first }: { holder: number; owner: number; first: number },
): readonly Element[] {
  const { blockEnd, facts, node, parent, region } = elements;
  let only: Element | undefined;
  for (let element = holder + 1; element < owner; element += 1) {
    const own = node[element];
    if (own === undefined || !isTag(own) || own.name !== 'figure') continue;
    if ((blockEnd[element] ?? 0) > first) continue;
    if (((region[element] ?? 0) & ~(region[holder] ?? 0) & strangeRegions) !== 0) continue;
    let around = element;
    while (around > holder && ((facts[around]?.mask ?? 0) & strangeBits) === 0) {
      around = parent[around] ?? 0;
      if (isNamed(node[around], textHolders)) break;
    }
    if (around !== holder) continue;
    if (only !== undefined) return [];
    only = own;
  }
  const picture = only === undefined ? undefined : findOnlyPicture(only);
  return picture === undefined ? [] : [picture];
}

/** Returns the picture that is all of a node, or of a figure with its caption. */
function findOnlyPicture(node: ChildNode): Element | undefined {
  const waiting: ChildNode[] = [node];
  let found: Element | undefined;
  for (let looked = 0; looked < mostNodes; looked += 1) {
    const inner = waiting.pop();
    if (inner === undefined) return found;
    if (isText(inner) && inner.data.trim() !== '') return undefined;
    if (!isTag(inner) || inner.name === 'figcaption' || inner.name === 'noscript') continue;
    if (inner.name === 'img' || isEmbeddedFrame(inner)) {
      if (found !== undefined || (inner.name === 'img' && !isLarge(inner))) return undefined;
      found = inner;
    } else if (wrappers.has(inner.name) && inner.children.length < mostNodes) {
      waiting.push(...inner.children);
    } else if (inner.name !== 'source') return undefined;
  }
  return undefined;
}

/** Whether a picture is none of an icon's kind. Of 19 on 240 pages that are so 18 open their text; the other was a drawing without words. */
function isLarge({ attribs }: Element): boolean {
  const width = Number.parseInt(attribs['width'] ?? '', 10);
  const source = findImageSource(attribs);
  if (width < leastWidth || source === undefined) return false;
  return (attribs['alt'] ?? '').trim() !== '' || !/\.svg(?:[?#]|$)/i.test(source);
}

function isNamed(node: AnyNode | undefined, names: ReadonlySet<string>): boolean {
  return node !== undefined && isTag(node) && names.has(node.name);
}

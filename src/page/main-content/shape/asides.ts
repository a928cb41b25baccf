import { type Element, isTag } from 'domhandler';
import { walk } from '../../tree/footnotes.ts';
import { classKinds } from '../blocks/lexicon.ts';
import {
  type BlockRange,
  type PageBlocks,
  headingLevel,
  readBlockText,
  regionBits,
  textRegions,
} from '../blocks/page-blocks.ts';
import { captionHolder } from './code-parts.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** Words of a text that something else can stand beside or below. */
export const leastText = 20;

export interface Aside extends BlockRange {
  /** Whether its tag and its name both say that it stands at the side. */
  readonly isSide: boolean;
  readonly isRelated: boolean;
  /** Whether it is named and headed as other pages, and lists two of them at least. */
  readonly isHeadedRelated: boolean;
}

const relatedBit = 1 << classKinds.indexOf('related');
const sideBit = 1 << classKinds.indexOf('side');
const asideBits = relatedBit | sideBit | (1 << classKinds.indexOf('footer'));
const asideRegions = regionBits.aside | regionBits.footer;
/** What stands above a list of other pages. */
const relatedLabel =
  /^\W*(?:recommended|related|similar|you (?:may|might|could) (?:also )?(?:like|enjoy|be interested)|(?:more|also) (?:from|in|on|like|stories|articles|posts)(?!\p{L})|keep reading|read (?:more|next|also)|(?:sie |dich |das )?könnte (?:sie|dich) auch|ähnliche|verwandte|mehr zum thema|(?:à )?lire aussi|articles (?:liés|similaires)|(?:también )?te (?:puede|podría)|(?:artículos|noticias) relacionad|leggi anche|(?:articoli )?correlati|potrebbe|lees ook|läs också|les også|læs også|czytaj (?:także|też|również)|zobacz także|leia também|veja também|関連|おすすめ)/iu;
/** Words of such a label. */
const mostLabel = 8;

export function listAsides(page: PageBlocks): readonly Aside[] {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, facts, region, parent } = elements;
  const asides: Aside[] = [];
  let last = 0;
  for (let element = 1; element < facts.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last) continue;
    const opened = (region[element] ?? 0) & ~(region[parent[element] ?? 0] ?? 0);
    if (((facts[element]?.mask ?? 0) & asideBits) === 0 && (opened & asideRegions) === 0) continue;
    // What starts the page surrounds the text: `page-with-sidebar`.
    if (start === 0) continue;
    const mask = facts[element]?.mask ?? 0;
    const isSide = (opened & regionBits.aside) !== 0 && (mask & sideBit) !== 0;
    const isRelated = (mask & relatedBit) !== 0;
    asides.push({
      start,
      end,
      isSide,
      isRelated,
      isHeadedRelated: isRelated && isHeadedRelated(start, end),
    });
    last = end;
  }
  return asides;

  function isHeadedRelated(start: number, end: number): boolean {
    if (!isRelatedLabel(page, start)) return false;
    let links = 0;
    for (let block = start + 1; block < end; block += 1) {
      const words = blocks.words[block] ?? 0;
      if (headingLevel(page, block) > 0 && (blocks.linkWords[block] ?? 0) === words) links += 1;
    }
    return links > 1;
  }
}

/** Whether a block says that other pages stand below it. */
export function isRelatedLabel(page: PageBlocks, block: number): boolean {
  return (
    (page.blocks.words[block] ?? 0) <= mostLabel && relatedLabel.test(readBlockText(page, block))
  );
}

/** Elements that can have a footer of their own: who said it, or what belongs to it. */
const footed: ReadonlySet<string> = toWordSet(
  'article main section aside blockquote figure dialog li td',
);

/**
 * Returns the footers that are the page's: not those of a part, such as who is quoted, nor those that hold the page's text.
 * Models that had not seen their sites kept 94 blocks in them on the pages of all sets: without these, 7 pages of 4 sites come
 * nearer to what is wanted, by .29 of word-F1 each, and none farther.
 */
export function listFooters({ elements }: PageBlocks): readonly BlockRange[] {
  const { blockStart, blockEnd, depth, node, parent, region, tag } = elements;
  const footers: BlockRange[] = [];
  let last = 0;
  for (let element = 1; element < node.length; element += 1) {
    const opened = (region[element] ?? 0) & ~(region[parent[element] ?? 0] ?? 0);
    if ((opened & regionBits.footer) === 0) continue;
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last) continue;
    if (isPart(parent[element] ?? 0) || holdsPageText(element)) continue;
    footers.push({ start, end });
    last = end;
  }
  return footers;

  function isPart(around: number): boolean {
    if (((region[around] ?? 0) & textRegions) !== 0) return true;
    for (let holder = around; holder > 0; holder = parent[holder] ?? 0) {
      const own = node[holder];
      if (own !== undefined && isTag(own) && footed.has(own.name)) return true;
    }
    return false;
  }

  function holdsPageText(footer: number): boolean {
    const level = depth[footer] ?? 0;
    for (
      let element = footer + 1;
      element < tag.length && (depth[element] ?? 0) > level;
      element += 1
    )
      if (((region[element] ?? 0) & textRegions) !== 0 || tag[element]?.level === 1) return true;
    return false;
  }
}

/** What stands alone above or below an advertisement. "Advertising" and "Sponsored" are texts of pages, too. */
const adLabel =
  /^\W*(?:(?:story|article) continues (?:below|after)(?: this)? (?:ad|advertisement)|advertisements?(?:[ .–-]*(?:(?:scroll to )?continue reading(?: below)?|story continues below))?|anzeige|werbung|publicité|publicidad|anuncio|pubblicità|publicidade|advertentie|reklama?|annons|annonse|mainos|hirdetés|реклама|広告|广告|광고)\W*$/iu;
/** Words of such a label. */
const mostAdLabel = 6;

const labelTags: ReadonlySet<string> = toWordSet('p div span small aside section b strong em');

/** Of the lines on the pages of all sets that are such a label and were kept, 15 of 15 are not wanted, on 3 sites. */
export function listAdLabels(page: PageBlocks): readonly number[] {
  const { blocks, elements } = page;
  const labels: number[] = [];
  for (const [block, owner] of blocks.element.entries()) {
    if ((blocks.words[block] ?? 0) > mostAdLabel || (blocks.linkWords[block] ?? 0) > 0) continue;
    const own = elements.node[owner];
    if (own === undefined || !isTag(own) || !labelTags.has(own.name)) continue;
    if (adLabel.test(readBlockText(page, block))) labels.push(block);
  }
  return labels;
}

/** "Figure 3.", "Abb. 2:": a text refers to such a picture by its number. */
const numbered = /^\p{L}+\.? ?\d+(?:\.\d+)? ?[.:–—|-]/u;

const pictures: ReadonlySet<string> = toWordSet(
  'img picture amp-img video svg canvas iframe embed object',
);

/**
 * Returns the captions of figures that hold a picture and nothing else to read, without those that a text refers to by number.
 * Of the lines in them that models kept on articles whose sites they had not seen, 128 of 128 are not wanted: without them 23
 * pages of 3 sets come nearer to what is wanted, and none farther.
 */
export function listCaptions(page: PageBlocks): readonly BlockRange[] {
  const { blockStart, blockEnd, node, parent, tag } = page.elements;
  const captions: BlockRange[] = [];
  for (let element = 1; element < node.length; element += 1) {
    if (tag[element]?.holder !== captionHolder) continue;
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    const around = parent[element] ?? 0;
    if (start === end || blockStart[around] !== start || blockEnd[around] !== end) continue;
    const figure = node[around];
    if (figure === undefined || !isTag(figure) || figure.name !== 'figure') continue;
    if (holdsPicture(figure) && !numbered.test(readBlockText(page, start)))
      captions.push({ start, end });
  }
  return captions;
}

function holdsPicture(figure: Element): boolean {
  for (const inner of walk(figure)) if (isTag(inner) && pictures.has(inner.name)) return true;
  return false;
}

/** As the software of forums names what a writer puts below each post; `post-signature` is who wrote it. */
const signatureName = /^(?:message-)?signature(?:container)?$/;

/** Divisions, sections and quotes. */
export const passageHolders: ReadonlySet<number> = new Set([7, 10, 12]);

/**
 * Returns the signatures below the posts of a discussion: what is named so, ends its post, and comes at least twice. Of the
 * blocks in them that models kept on 4 sites they had not seen, 37 of 37 are not wanted.
 */
export function listSignatures({ elements }: PageBlocks): readonly BlockRange[] {
  const { blockStart, blockEnd, node, parent, tag } = elements;
  const signatures: BlockRange[] = [];
  let last = 0;
  for (let element = 1; element < node.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last) continue;
    if (!passageHolders.has(tag[element]?.holder ?? 0)) continue;
    const own = node[element];
    if (own === undefined || !isTag(own)) continue;
    const names = own.attribs['class'] ?? '';
    // Most elements are told by this already, without parting their names.
    if (!names.includes('signature')) continue;
    if (!names.split(/\s+/).some((name) => signatureName.test(name))) continue;
    let post = parent[element] ?? 0;
    while (post > 0 && blockStart[post] === start && blockEnd[post] === end)
      post = parent[post] ?? 0;
    if (blockStart[post] === start || blockEnd[post] !== end) continue;
    signatures.push({ start, end });
    last = end;
  }
  return signatures.length > 1 ? signatures : [];
}

import { type AnyNode, isTag } from 'domhandler';
import { getOrMake } from '../../runtime/collections.ts';
import type { BlockNeighbours, RepeatableBlocks, Section } from './select-blocks.ts';
import {
  type BlockRange,
  type PageBlocks,
  headingEnd,
  headingLevel,
  regionBits,
} from './blocks/page-blocks.ts';
import type { BlockFeatures } from './features/block-features.ts';
import { classKinds } from './blocks/lexicon.ts';
import { type ElementFacts, wholePageShare } from './features/element-facts.ts';

/** Words of a text that something else can stand beside or below. */
export const leastText = 20;

/** What the choice of a page's blocks depends on besides their chances. */
export interface PageShape extends BlockNeighbours, RepeatableBlocks {
  /** Tables of data in page order, which are kept or dropped whole. */
  readonly tables: readonly BlockRange[];
  /** The sections below the page's title, in page order. A heading that is a link is an entry of a list, and has none. */
  readonly sections: readonly Section[];
  /** What visitors said about the text before it, in page order. */
  readonly threads: readonly BlockRange[];
  /** Parts that the page hides and that nothing on it can show, in page order. */
  readonly unseen: readonly BlockRange[];
  /** Footers of the page itself, in page order. */
  readonly footers: readonly BlockRange[];
  /** Parts for browsers without scripts, in page order. */
  readonly advice: readonly BlockRange[];
  /** Lists, tables and quotes that the block before them announces, in page order. */
  readonly announced: readonly BlockRange[];
  /** Blocks that say that an advertisement stands there, in page order. */
  readonly adLabels: readonly number[];
  /** What asks for consent to cookies, in page order. */
  readonly notices: readonly BlockRange[];
  /** 1 for a block in a part that is hidden until a script shows it. */
  readonly hidden: Uint8Array;
  /** Parts that name themselves as something beside or below a text: related posts, a side, a legal notice. */
  readonly asides: readonly Aside[];
  /** Code, with the figure or table that lays it out. */
  readonly code: readonly CodePart[];
  /** Headings of level 2 and more, each with the first block of its text, in page order. */
  readonly titles: readonly Title[];
}

export interface Aside extends BlockRange {
  /** Whether its tag and its name both say that it stands at the side. */
  readonly isSide: boolean;
  readonly isRelated: boolean;
  /** Whether it is named and headed as other pages, and lists two of them at least. */
  readonly isHeadedRelated: boolean;
}

export interface CodePart extends BlockRange {
  /** Whether it is the last of the element whose text leads up to it, as at the end of an answer. */
  readonly isLast: boolean;
}

interface Title {
  readonly heading: number;
  readonly text: number;
}

/** Returns the shape of a page with the given features. */
export function readPageShape(page: PageBlocks, features: BlockFeatures): PageShape {
  const { blocks, elements } = page;
  const { words, element, hash } = blocks;
  const { parent, blockStart, blockEnd } = elements;
  return {
    words,
    element,
    hash,
    parent,
    blockStart,
    blockEnd,
    group: features.group,
    cards: groupCards(page, features.elements),
    tables: listTables(page),
    sections: listSections(page),
    threads: listThreads(page, features.elements, features.sums.goodWords),
    unseen: listUnseen(page, features.elements),
    footers: listFooters(page),
    advice: listOpened(page, regionBits.noscript),
    announced: listAnnounced(page),
    adLabels: listAdLabels(page),
    notices: listNotices(page, features.elements),
    hidden: Uint8Array.from(element, (owner) => isHidden(page, owner)),
    asides: listAsides(page),
    code: listCode(page),
    titles: listTitles(page),
    sharesFlow: (one, other) => sharesFlow(page, one, other),
  };
}

function isHidden({ elements }: Pick<PageBlocks, 'elements'>, element: number): number {
  return ((elements.region[element] ?? 0) & regionBits.hidden) === 0 ? 0 : 1;
}

/** Elements that hold a passage of a text, such as a stanza; an entry of a list or a slide may be a copy of another. */
const passageHolders: ReadonlySet<number> = new Set([7, 10, 12]);
const slideBit = 1 << classKinds.indexOf('list');

/**
 * Whether two blocks belong to one run of text: they stand in the same element, or in siblings of one tag and class, or
 * these siblings do. A part for small screens has another class or another parent than that for wide ones.
 */
function sharesFlow({ blocks, elements }: PageBlocks, one: number, other: number): boolean {
  const { facts, parent, path, tag } = elements;
  let first = blocks.element[one] ?? 0;
  let second = blocks.element[other] ?? 0;
  if (isHidden({ elements }, first) !== 0 || isHidden({ elements }, second) !== 0) return false;
  if (first === second) return true;
  if (path[first] !== path[second]) return false;
  if (parent[first] === parent[second]) return true;
  first = parent[first] ?? 0;
  second = parent[second] ?? 0;
  return (
    path[first] === path[second] &&
    parent[first] === parent[second] &&
    passageHolders.has(tag[first]?.holder ?? 0) &&
    ((facts[first]?.mask ?? 0) & slideBit) === 0
  );
}

const relatedBit = 1 << classKinds.indexOf('related');
const sideBit = 1 << classKinds.indexOf('side');
const asideBits = relatedBit | sideBit | (1 << classKinds.indexOf('footer'));
const asideRegions = regionBits.aside | regionBits.footer;

/** What stands above a list of other pages. */
const relatedLabel =
  /^\W*(?:recommended|related|similar|you (?:may|might|could) (?:also )?(?:like|enjoy|be interested)|(?:more|also) (?:from|in|on|like|stories|articles|posts)|keep reading|read (?:more|next|also)|(?:sie |dich |das )?könnte (?:sie|dich) auch|ähnliche|mehr zum thema|(?:à )?lire aussi|articles (?:liés|similaires)|(?:también )?te (?:puede|podría)|(?:artículos|noticias) relacionad|leggi anche|(?:articoli )?correlati|potrebbe|lees ook|läs också|les også|læs også|czytaj (?:także|też|również)|zobacz także|leia também|veja também|関連|おすすめ)/iu;
/** Words of such a label. */
const mostLabel = 8;

function listAsides(page: PageBlocks): readonly Aside[] {
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
    if ((blocks.words[start] ?? 0) > mostLabel || !relatedLabel.test(textOf(page, start)))
      return false;
    let links = 0;
    for (let block = start + 1; block < end; block += 1) {
      const words = blocks.words[block] ?? 0;
      if (headingLevel(page, block) > 0 && (blocks.linkWords[block] ?? 0) === words) links += 1;
    }
    return links > 1;
  }
}

function listCode({ blocks, elements }: PageBlocks): readonly CodePart[] {
  const { blockStart, blockEnd, parent, tag, region } = elements;
  const code: BlockRange[] = [];
  const areCode = new Map<number, boolean>();
  for (let element = 1; element < tag.length; element += 1) {
    if (tag[element]?.holder !== codeHolder) continue;
    let whole = element;
    for (let around = element; around > 0; around = parent[around] ?? 0) {
      const own = tag[around]?.region ?? 0;
      if ((own & (regionBits.figure | regionBits.table)) !== 0) whole = around;
      if (((region[around] ?? 0) & (regionBits.figure | regionBits.table)) === 0) break;
    }
    const start = blockStart[whole] ?? 0;
    const end = blockEnd[whole] ?? 0;
    const last = code.at(-1);
    if (start === end || (last !== undefined && start < last.end)) continue;
    if (getOrMake(areCode, whole, () => holdsCodeAlone(elements, whole))) code.push({ start, end });
    else code.push({ start: blockStart[element] ?? 0, end: blockEnd[element] ?? 0 });
  }
  return code
    .filter(({ start, end }) => start < end)
    .map(({ start, end }) => ({ start, end, isLast: isLast(start, end) }));

  function isLast(start: number, end: number): boolean {
    let around = blocks.element[start] ?? 0;
    while (around > 0 && blockStart[around] === start) around = parent[around] ?? 0;
    return blockEnd[around] === end && parent[blocks.element[start - 1] ?? 0] === around;
  }
}

/** Whether all text of a figure or table stands in code, apart from its caption. */
function holdsCodeAlone(elements: PageBlocks['elements'], whole: number): boolean {
  const { blockStart, blockEnd, depth, tag } = elements;
  let covered = 0;
  for (
    let element = whole;
    element < tag.length && (element === whole || (depth[element] ?? 0) > (depth[whole] ?? 0));
    element += 1
  ) {
    const { holder } = tag[element] ?? {};
    if (holder !== codeHolder && holder !== captionHolder) continue;
    covered += (blockEnd[element] ?? 0) - (blockStart[element] ?? 0);
  }
  return covered >= (blockEnd[whole] ?? 0) - (blockStart[whole] ?? 0);
}

const captionHolder = 8;

function listTitles(page: PageBlocks): readonly Title[] {
  const titles: Title[] = [];
  const count = page.blocks.words.length;
  for (let heading = 0; heading + 1 < count; heading += 1) {
    const level = headingLevel(page, heading);
    if (level < 2 || level === lookalike) continue;
    const text = lineEnd(page, heading);
    if (text < sectionEnd(page, heading) && headingLevel(page, text) === 0) {
      titles.push({ heading, text });
    }
  }
  return titles;
}

/** What a script or a control finds an element by is none of these. */
const namelessAttributes: ReadonlySet<string> = new Set(['style', 'hidden', 'lang', 'dir']);

/**
 * Returns the parts that are hidden for good: hidden by their own attributes, without a name by which a script or a
 * control could show them. A page with most of its words in such parts shows them some other way.
 */
function listUnseen(
  page: PageBlocks,
  { words }: Pick<ElementFacts, 'words'>,
): readonly BlockRange[] {
  const { blockStart, blockEnd, node, parent } = page.elements;
  const unseen: BlockRange[] = [];
  let last = 0;
  let mass = 0;
  for (let element = 1; element < node.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last || isHidden(page, element) === 0) continue;
    if (isHidden(page, parent[element] ?? 0) === 1) continue;
    const own = node[element];
    if (own === undefined || !('attribs' in own)) continue;
    if (!Object.keys(own.attribs).every((name) => namelessAttributes.has(name))) continue;
    unseen.push({ start, end });
    last = end;
    mass += words[element] ?? 0;
  }
  return mass * 2 > (words[0] ?? 0) ? [] : unseen;
}

/** Elements that can have a footer of their own: who said it, or what belongs to it. */
const footed: ReadonlySet<string> = new Set(
  'article main section aside blockquote figure dialog li td'.split(' '),
);

/**
 * Returns the footers that are the page's: not those of a part, such as who is quoted, nor those that hold the page's text.
 * Models that had not seen their sites kept 94 blocks in them on the pages of all sets: without these, 7 pages of 4 sites come
 * nearer to what is wanted, by .29 of word-F1 each, and none farther.
 */
function listFooters({ elements }: PageBlocks): readonly BlockRange[] {
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

/** Returns the outermost elements of a region. */
function listOpened({ elements }: PageBlocks, region: number): readonly BlockRange[] {
  const { blockStart, blockEnd, parent } = elements;
  const opened: BlockRange[] = [];
  for (let element = 1; element < blockStart.length; element += 1) {
    const isOpened =
      ((elements.region[element] ?? 0) & ~(elements.region[parent[element] ?? 0] ?? 0) & region) !==
      0;
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (isOpened && start < end) opened.push({ start, end });
  }
  return opened;
}

const announcedTags: ReadonlySet<string> = new Set([
  'ul',
  'ol',
  'dl',
  'table',
  'pre',
  'blockquote',
]);
/** Words. Longer ones are chapters of their own. */
const mostAnnounced = 150;
/** Words of a sentence that a list goes on with. */
const leastUnfinished = 3;
/** Share of their words that are links. Those of more links lead to other pages: "Read more:". */
const announcedLinks = 0.2;

/**
 * Returns what a block that ends in a colon, or a paragraph that ends within its sentence, announces, where it stands directly below it. Of those on the pages of all sets that were
 * left out below a kept block, 34 of 36 are wanted, on 21 of 22 sites.
 */
function listAnnounced({ blocks, elements, texts }: PageBlocks): readonly BlockRange[] {
  const { blockStart, blockEnd, node, parent } = elements;
  const announced: BlockRange[] = [];
  for (let start = 1; start < blocks.words.length; start += 1) {
    const said = texts[(blocks.textEnd[start - 1] ?? 0) - 1]?.data.trimEnd();
    if (said === undefined || !(/[:：]$/.test(said) || isUnfinished(start - 1, said))) continue;
    let part = blocks.element[start] ?? 0;
    for (
      let around = part;
      around > 0 && blockStart[around] === start;
      around = parent[around] ?? 0
    )
      part = around;
    const own = node[part];
    if (own === undefined || !isTag(own) || !announcedTags.has(own.name)) continue;
    if (blockStart[part] !== start) continue;
    if (parent[part] !== parent[blocks.element[start - 1] ?? 0]) continue;
    const end = blockEnd[part] ?? 0;
    let words = 0;
    let links = 0;
    for (let block = start; block < end && words <= mostAnnounced; block += 1) {
      words += blocks.words[block] ?? 0;
      links += blocks.linkWords[block] ?? 0;
    }
    if (words <= mostAnnounced && links < words * announcedLinks) announced.push({ start, end });
  }
  return announced;

  /** Whether a paragraph ends within its sentence, as one that a list goes on with. */
  function isUnfinished(block: number, said: string): boolean {
    const own = node[blocks.element[block] ?? 0];
    const words = blocks.words[block] ?? 0;
    return (
      own !== undefined &&
      isTag(own) &&
      own.name === 'p' &&
      words >= leastUnfinished &&
      words > (blocks.linkWords[block] ?? 0) * 2 &&
      /[\p{L}\p{N},]$/u.test(said)
    );
  }
}

/** What stands alone above or below an advertisement. "Advertising" and "Sponsored" are texts of pages, too. */
const adLabel =
  /^\W*(?:(?:story|article) continues (?:below|after)(?: this)? (?:ad|advertisement)|advertisements?(?:[ .–-]*(?:(?:scroll to )?continue reading(?: below)?|story continues below))?|anzeige|werbung|publicité|publicidad|anuncio|pubblicità|publicidade|advertentie|reklama?|annons|annonse|mainos|hirdetés|реклама|広告|广告|광고)\W*$/iu;
/** Words of such a label. */
const mostAdLabel = 6;
const labelTags: ReadonlySet<string> = new Set(
  'p div span small aside section b strong em'.split(' '),
);

/** Of the texts of one line on the pages of all sets that are such a label and were kept, 19 of 19 are not wanted, on 4 sites. */
function listAdLabels(page: PageBlocks): readonly number[] {
  const { blocks, elements } = page;
  const labels: number[] = [];
  for (const [block, owner] of blocks.element.entries()) {
    if ((blocks.words[block] ?? 0) > mostAdLabel || (blocks.linkWords[block] ?? 0) > 0) continue;
    const own = elements.node[owner];
    if (own === undefined || !isTag(own) || !labelTags.has(own.name)) continue;
    if (adLabel.test(textOf(page, block))) labels.push(block);
  }
  return labels;
}

const dialogBit = 1 << classKinds.indexOf('dialog');
const consentName = /cookie|consent|gdpr|ccpa|onetrust/i;
const textRegions = regionBits.main | regionBits.article;

/**
 * Returns the notices about consent: parts that are named after it and hold a button, beside the text and not around it. On the
 * pages of all sets 188 parts of more than seven words are named so, and none of their passages is wanted; a chapter about
 * cookies in a text is.
 */
function listNotices(
  page: PageBlocks,
  { words }: Pick<ElementFacts, 'words'>,
): readonly BlockRange[] {
  const { blockStart, blockEnd, facts, node, region } = page.elements;
  const notices: BlockRange[] = [];
  let last = 0;
  let mass = 0;
  for (let element = 1; element < node.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last || ((facts[element]?.mask ?? 0) & dialogBit) === 0) continue;
    if (((region[element] ?? 0) & textRegions) !== 0 || !isNamedConsent(node[element])) continue;
    if (!asksOnly(page.elements, element)) continue;
    notices.push({ start, end });
    last = end;
    mass += words[element] ?? 0;
  }
  for (const part of listAsking(page, words)) {
    const { start, end } = part;
    if (notices.some((notice) => start < notice.end && notice.start < end)) continue;
    notices.push(part);
    for (let block = start; block < end; block += 1) mass += page.blocks.words[block] ?? 0;
  }
  const left = (words[0] ?? 0) - mass;
  const isBeside = left >= leastText || (left >= leastSaid && holdsText(page, notices));
  return isBeside ? notices.toSorted((one, two) => one.start - two.start) : [];
}

/** Words of a text in an element that says that it is the page's own: a message of one sentence. */
const leastSaid = 8;

function holdsText({ blocks, elements }: PageBlocks, notices: readonly BlockRange[]): boolean {
  return blocks.element.some(
    (owner, block) =>
      ((elements.region[owner] ?? 0) & textRegions) !== 0 &&
      !notices.some(({ start, end }) => block >= start && block < end),
  );
}

/** What a button says that gives consent or refuses it. */
const answer =
  /^(?:i |yes,? ?(?:i )?)?(?:accept|agree|allow|consent|reject|decline|deny|alle? akzeptieren|akzeptieren|zustimmen|einverstanden|ablehnen|tout accepter|accepter|j['’]accepte|refuser|tout refuser|aceptar|acepto|rechazar|accett|rifiut|aceitar|aceito|rejeitar|recusar|accepteren|akkoord|weiger|alles accepteren|godkänn|acceptera|godta|accepter alle|tillad|avvis|afvis|hyväksy|zaakceptuj|akceptuj|odrzu|přijm|souhlas|odmítn|elfogad|принять|соглас|отклон|прийняти|kabul|reddet|同意|すべて許可|拒否|接受|동의|거부)/iu;
/** Words of a button. */
const mostAnswer = 8;
/** What such a notice is about. */
const aboutConsent =
  /cookie|consent|einwillig|zustimm|personenbezogen|données personnelles|consentement|datos personales|consentimiento|dati personali|consenso|dados pessoais|consentimento|persoonsgegevens|toestemming|samtycke|samtykke|suostumus|danych osobowych|zgod[aęy]|osobních údajů|személyes adat|куки|персональных данных|персональних даних|çerez|クッキー|個人データ|쿠키|personal data/iu;
/** Words: of a notice at least, and at most. The longest list their purposes. */
const noticeWords = { least: 15, most: 1_500 };

/** The smallest parts around a button that gives or refuses consent and a text about it, beside the page's text. */
function listAsking(page: PageBlocks, words: ElementFacts['words']): readonly BlockRange[] {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, parent, region } = elements;
  const asking: BlockRange[] = [];
  for (const [block, owner] of blocks.element.entries()) {
    if (block < (asking.at(-1)?.end ?? 0)) continue;
    const isControl =
      ((region[owner] ?? 0) & regionBits.button) !== 0 ||
      ((blocks.linkWords[block] ?? 0) > 0 && blocks.linkWords[block] === blocks.words[block]);
    if (!isControl || (blocks.words[block] ?? 0) > mostAnswer) continue;
    if (!answer.test(textOf(page, block).trim())) continue;
    for (let part = owner; part > 0; part = parent[part] ?? 0) {
      if (((region[part] ?? 0) & textRegions) !== 0) break;
      if ((words[part] ?? 0) > noticeWords.most || !asksOnly(elements, part, owner)) break;
      if ((words[part] ?? 0) < noticeWords.least) continue;
      const start = blockStart[part] ?? 0;
      const end = blockEnd[part] ?? 0;
      const isAbout = Array.from({ length: end - start }, (_, at) => start + at).some((each) =>
        aboutConsent.test(textOf(page, each)),
      );
      if (!isAbout) continue;
      asking.push({ start, end });
      break;
    }
  }
  return asking;
}

function textOf({ blocks, texts }: PageBlocks, block: number): string {
  let text = '';
  for (let at = blocks.textStart[block] ?? 0; at < (blocks.textEnd[block] ?? 0); at += 1)
    text += texts[at]?.data ?? '';
  return text;
}

function isNamedConsent(element: AnyNode | undefined): boolean {
  if (element === undefined || !isTag(element)) return false;
  const { class: classes = '', id = '' } = element.attribs;
  return consentName.test(classes) || consentName.test(id);
}

/** Whether a part holds a button, and neither the page's title nor its text. */
function asksOnly(
  { depth, region, tag }: PageBlocks['elements'],
  part: number,
  button?: number,
): boolean {
  let holdsButton = button !== undefined;
  for (
    let element = part + 1;
    element < tag.length && (depth[element] ?? 0) > (depth[part] ?? 0);
    element += 1
  ) {
    if (((region[element] ?? 0) & textRegions) !== 0 || tag[element]?.level === 1) return false;
    holdsButton ||= ((region[element] ?? 0) & regionBits.button) !== 0;
  }
  return holdsButton;
}

/** Looks like a heading, but has no tag of one. */
const lookalike = 7;

function listSections(page: PageBlocks): readonly Section[] {
  const { words, linkWords } = page.blocks;
  const sections: OpenSection[] = [];
  const open: OpenSection[] = [];
  for (let block = 0; block < words.length; block += 1) {
    const level = headingLevel(page, block);
    if (level === 0 || level === lookalike) continue;
    const previous = sections.at(-1);
    if (previous !== undefined) previous.textEnd = Math.min(previous.textEnd, block);
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      last.end = Math.min(last.end, block);
      open.pop();
    }
    const end = sectionEnd(page, block);
    const section = { level, heading: block, textEnd: end, end };
    sections.push(section);
    open.push(section);
  }
  return sections.filter(
    ({ level, heading }) => level > 1 && (linkWords[heading] ?? 0) * 2 <= (words[heading] ?? 0),
  );
}

/** Words of what stands beside a heading in its line: an edit link, a button, a date. */
const besideWords = 6;
const plainHolder = 7;

/** Returns the end of what a heading can cover; what stands beside it in its line is not its text. */
function sectionEnd(page: PageBlocks, heading: number): number {
  const { blocks, elements } = page;
  const end = headingEnd(page, heading);
  if (lineEnd(page, heading) < end) return end;
  let scope = elements.parent[blocks.element[heading] ?? 0] ?? 0;
  while (scope > 0 && (elements.blockEnd[scope] ?? 0) <= end) scope = elements.parent[scope] ?? 0;
  return elements.blockEnd[scope] ?? 0;
}

/** Returns the end of the blocks that stand in one line with a heading, which starts it; the next block if none does. */
function lineEnd(page: PageBlocks, heading: number): number {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, parent, region, tag } = elements;
  const end = headingEnd(page, heading);
  let scope = parent[blocks.element[heading] ?? 0] ?? 0;
  while (scope > 0 && (blockEnd[scope] ?? 0) < end) scope = parent[scope] ?? 0;
  const isHeader = ((region[scope] ?? 0) & (regionBits.header | regionBits.innerHeader)) !== 0;
  if (scope === 0 || blockStart[scope] !== heading) return heading + 1;
  if (tag[scope]?.holder !== plainHolder && !isHeader) return heading + 1;
  let beside = 0;
  for (let block = heading + 1; block < end; block += 1) {
    beside += blocks.words[block] ?? 0;
    const isHeading = headingLevel(page, block) % lookalike !== 0;
    if (beside > besideWords || isHeading || blocks.endsSentence[block] === 1) return heading + 1;
  }
  return end;
}

interface OpenSection {
  /** 1 to 6. */
  readonly level: number;
  readonly heading: number;
  textEnd: number;
  end: number;
}

/**
 * Words of prose before the first comment, without those of other comments: what is commented on. On the pages of all sets
 * 60 to 250 give the same.
 */
const leastProse = 150;
const commentBit = 1 << classKinds.indexOf('comment');
/** Code, where `comment` is a word of the highlighter. */
const codeHolder = 9;

/**
 * Returns the comments of a page: the outermost elements that are named so and follow on a text. `goodBefore` holds the
 * words of prose before each block.
 */
function listThreads(
  { elements }: PageBlocks,
  { words }: Pick<ElementFacts, 'words'>,
  goodBefore: Float64Array,
): readonly BlockRange[] {
  const { blockStart, blockEnd, facts, tag } = elements;
  const threads: BlockRange[] = [];
  const most = (words[0] ?? 0) * wholePageShare;
  let last = 0;
  let commented = 0;
  for (let element = 1; element < facts.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last || tag[element]?.holder === codeHolder) continue;
    if (((facts[element]?.mask ?? 0) & commentBit) === 0) continue;
    const isThread = (goodBefore[start] ?? 0) - commented >= leastProse;
    // What surrounds the text and its comments has such a name, too: `comments-open`.
    if (!isThread && (words[element] ?? 0) > most) continue;
    commented += (goodBefore[end] ?? 0) - (goodBefore[start] ?? 0);
    last = end;
    if (isThread) threads.push({ start, end });
  }
  return threads;
}

/** Fewer siblings of one template are two columns, or a text and what stands beside it. */
const leastCards = 3;
/** Share of the page's words. Siblings that hold more are the parts of the page, not cards in it. */
const largestShare = 0.5;

/**
 * Returns for each block the outermost group of cards that it stands in, -1 for none: siblings of one template, such as
 * products, reviews, filters or teasers. A group is named by its first card's element.
 */
export function groupCards(
  { blocks, elements }: PageBlocks,
  { words, siblings, firstSibling }: Pick<ElementFacts, 'firstSibling' | 'siblings' | 'words'>,
): Int32Array {
  const count = words.length;
  const groupWords = new Float64Array(count);
  for (let element = 1; element < count; element += 1) {
    const first = firstSibling[element] ?? 0;
    groupWords[first] = (groupWords[first] ?? 0) + (words[element] ?? 0);
  }
  const most = (words[0] ?? 0) * largestShare;
  const groups = new Int32Array(count).fill(-1);
  for (let element = 1; element < count; element += 1) {
    const around = groups[elements.parent[element] ?? 0] ?? 0;
    const first = firstSibling[element] ?? 0;
    const isCard = (siblings[element] ?? 0) >= leastCards && (groupWords[first] ?? 0) <= most;
    groups[element] = around < 0 && isCard ? first : around;
  }
  return Int32Array.from(blocks.element, (element) => groups[element] ?? 0);
}

/** A cell of data holds a few words, or a sentence or two; the cells of a table that lays out a page hold its parts. */
const cellWords = 40;
/** A grid has rows and columns. */
const leastRows = 2;
const leastCells = 2;
const cellHolder = 3;
const layoutRoles: ReadonlySet<string> = new Set(['presentation', 'none']);

/**
 * Returns the blocks of each table of data in page order. A table that contains another one, that says it is there for
 * the layout alone, or whose cells hold more than `cellWords` on average lays out a part of the page.
 */
export function listTables({ blocks, elements }: PageBlocks): readonly BlockRange[] {
  const { blockStart, blockEnd, depth, node, parent, tag } = elements;
  const count = node.length;
  const holdsTable = new Uint8Array(count);
  for (let element = count - 1; element > 0; element -= 1) {
    if (isTable(element) || holdsTable[element] === 1) holdsTable[parent[element] ?? 0] = 1;
  }
  const tables: BlockRange[] = [];
  for (let element = 1; element < count; element += 1) {
    if (!isTable(element) || holdsTable[element] === 1) continue;
    const range = { start: blockStart[element] ?? 0, end: blockEnd[element] ?? 0 };
    if (isGrid(element, range)) tables.push(range);
  }
  return tables;

  function isTable(element: number): boolean {
    if (tag[element]?.region !== regionBits.table) return false;
    const around = node[element];
    const role = around !== undefined && 'attribs' in around ? around.attribs['role'] : undefined;
    return role === undefined || !layoutRoles.has(role);
  }

  function isGrid(table: number, { start, end }: BlockRange): boolean {
    let rows = 0;
    let cells = 0;
    let row = -1;
    let cellsOfRow = 0;
    for (
      let element = table + 1;
      element < count && (depth[element] ?? 0) > (depth[table] ?? 0);
      element += 1
    ) {
      if (tag[element]?.holder !== cellHolder || blockStart[element] === blockEnd[element])
        continue;
      if (parent[element] !== row) cellsOfRow = 0;
      row = parent[element] ?? 0;
      cells += 1;
      cellsOfRow += 1;
      if (cellsOfRow === leastCells) rows += 1;
    }
    let words = 0;
    for (let block = start; block < end; block += 1) words += blocks.words[block] ?? 0;
    return rows >= leastRows && words <= cells * cellWords;
  }
}

import { type AnyNode, isTag } from 'domhandler';
import { classKinds } from '../blocks/lexicon.ts';
import {
  type BlockRange,
  type PageBlocks,
  readBlockText,
  regionBits,
  textRegions,
} from '../blocks/page-blocks.ts';
import type { ElementFacts } from '../features/element-facts.ts';
import { leastText } from './asides.ts';

const dialogBit = 1 << classKinds.indexOf('dialog');
const consentName = /cookie|consent|gdpr|ccpa|onetrust/i;

/**
 * Returns the notices about consent: parts that are named after it and hold a button, beside the text and not around it. On the
 * pages of all sets 188 parts of more than seven words are named so, and none of their passages is wanted; a chapter about
 * cookies in a text is.
 */
export function listNotices(
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
    if (!answer.test(readBlockText(page, block))) continue;
    for (let part = owner; part > 0; part = parent[part] ?? 0) {
      if (((region[part] ?? 0) & textRegions) !== 0) break;
      if ((words[part] ?? 0) > noticeWords.most || !asksOnly(elements, part, owner)) break;
      if ((words[part] ?? 0) < noticeWords.least) continue;
      const start = blockStart[part] ?? 0;
      const end = blockEnd[part] ?? 0;
      const isAbout = Array.from({ length: end - start }, (_, at) => start + at).some((each) =>
        aboutConsent.test(readBlockText(page, each)),
      );
      if (!isAbout) continue;
      asking.push({ start, end });
      break;
    }
  }
  return asking;
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

import { toWordSet } from '../../runtime/collections.ts';
import { isBlockTag } from '../../page/tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

export type LabelTest = (text: string) => boolean;

export const trusts = {
  definition: 1,
  headedRow: 1,
  colon: 0.95,
  row: 0.9,
  /** The rest of a line behind the label is one word. */
  leadBeforeWord: 0.85,
  neighbour: 0.8,
  leadBeforeText: 0.6,
} as const;
export const maxLabel = 60;
export const maxValue = 300;
/** Characters of a line without a colon that may begin with a label. */
export const maxLeadLine = 120;
/** A digit on both sides of the colon is a time, not a label. */
export const colonPattern: RegExp =
  /^([^:：\n]{1,60}?)\s?(?:[:：](?!\d)|(?<!\d)[:：])\s?(\S.{0,299})$/u;
/** Chinese and Japanese set labels in brackets: "【作者】张三". */
const bracketPattern = /^【([^【】\n]{1,60})】\s?([^\s【].{0,299})$/u;
/** What every line that `colonPattern` matches has, and is found faster. */
export const anyColon: RegExp = /[:：]/;

type AddText = (labelText: string, value: string, trust: number, isPart: boolean) => void;

/** What parts the pairs that stand on one line: "Prep: 15 min | Cook: 10 min", "Departure 10:15, arrival 13:05". */
const pairBorder =
  /\s?[|│¦•·●∙⋅｜]\s?|\s[/／]\s|\s[–—]\s(?=\p{Lu})|[,;]\s(?=\p{L}[^,;:\d]{0,38}(?::|\s\d))|\.\s(?=\p{Lu}[^.,;:\d]{0,38}:\s)/u;

const borderAtEnd = new RegExp(`(?:${pairBorder.source}|\\s[–—]\\s?|[,;]\\s?|\\.\\s)$`, 'u');

interface LinePlace {
  readonly page: PageIndex;
  readonly line: IndexedElement;
}

/** Adds the pairs of a line, each by itself where elements of their own or marks part several. */
export function addText(text: string, place: LinePlace, isWanted: LabelTest, add: AddText): void {
  const { line } = place;
  const isBordered = pairBorder.test(text) && !isOfLines(place, line.textStart, line.textEnd);
  const parts = listMarkedParts(place) ?? (isBordered ? partPairs(text, isWanted) : []);
  if (parts.length < 2) addPair(text, isWanted, (...pair) => add(...pair, false));
  else
    for (const part of parts)
      if (part !== '') addPair(part, isWanted, (...pair) => add(...pair, true));
}

/** Whether a part of a line's text stands in several blocks or lines: those of a list behind its label are no value of one line. */
function isOfLines(
  { page, line: { position, end } }: LinePlace,
  start: number,
  stop: number,
): boolean {
  const hasText = (from: number, to: number): boolean => /\S/.test(page.text.slice(from, to));
  const inner = page.elements.slice(position + 1, Math.min(end, position + maxLineParts));
  const lines = inner.filter(({ node, textStart, textEnd }) =>
    node.name === 'br'
      ? textStart > start && textEnd < stop && hasText(start, textStart) && hasText(textEnd, stop)
      : isBlockTag(node.name) && hasText(Math.max(start, textStart), Math.min(stop, textEnd)),
  );
  const last = lines.at(-1)?.position ?? 0;
  return lines.some((block) => block.position < last && block.end <= last);
}

/** Elements that set a label off within its line. */
export const labelTags: ReadonlySet<string> = toWordSet('b strong em i u span font label small');
const twoColons = /[:：][^:：]*[:：]/;
const colonBehind = /^\s?[:：]/;
/** Most elements of a line that are looked at, and most labels on it. */
export const maxLineParts = 60;
const maxMarked = 20;

/** The parts of a line that begin with labels in elements of their own: "**Type:** bk **Chapter:** 13". Empty those of several lines. */
function listMarkedParts({ page, line }: LinePlace): readonly string[] | undefined {
  const { position, end, textStart, textEnd } = line;
  if (textEnd - textStart > (maxLabel + maxValue) * 2) return undefined;
  const text = page.text.slice(textStart, textEnd);
  if (!twoColons.test(text)) return undefined;
  const labels = page.elements
    .slice(position, Math.min(end, position + maxLineParts))
    .filter((part) => {
      if (!labelTags.has(part.node.name) || part.textStart < textStart) return false;
      const label = page.lineOf(part, maxLabel);
      return (
        /\p{L}/u.test(label) &&
        (isOnlyLabel.test(label) ||
          (!anyColon.test(label) && colonBehind.test(page.text.slice(part.textEnd, textEnd))))
      );
    });
  const starts = [...new Set(labels.map((label) => label.textStart))].slice(0, maxMarked);
  if (starts.length < 2) return undefined;
  return [textStart, ...starts].map((start, at, all) => {
    const stop = all[at + 1] ?? textEnd;
    const isValue = !isOfLines({ page, line }, start, stop);
    return isValue ? foldText(page.text.slice(start, stop)).replace(borderAtEnd, '') : '';
  });
}

const isOnlyLabel = /^[^:：]+[:：]$/;

/** The parts of a line that begin with labels of their own; what stands between marks without one belongs to the value before it. */
function partPairs(line: string, isWanted: LabelTest): readonly string[] {
  const borders = Array.from(line.matchAll(new RegExp(pairBorder, 'gu')));
  const starts = [0, ...borders.map(({ 0: border, index }) => index + border.length)];
  const labelled = starts.filter((start) => beginsWithLabel(line.slice(start), isWanted));
  // Where sentences are parted, the last one ends as the others do.
  const whole = borders.some(([border]) => border.startsWith('.')) ? line.replace(/\.$/, '') : line;
  return labelled.map((start, at) => whole.slice(start, labelled[at + 1]).replace(borderAtEnd, ''));
}

function beginsWithLabel(text: string, isWanted: LabelTest): boolean {
  const [part = ''] = text.split(pairBorder, 1);
  let isLabelled = false;
  addPair(part, isWanted, () => {
    isLabelled = true;
  });
  return isLabelled;
}

/** What joins a word to the name that goes on behind it, in some languages. */
const joiningWord = /^(?:of|and|or|de|del|della|du|des|von|vom|und|oder|et|van|y|&)\s/iu;

/** The end of a label for a number, or for a day: "Model # X17", "Item no. 204", "Added on 3 May 2024". */
const leadTail =
  /^(?:(?:#|№|n[o°º]\.|nr\.)\s?(?=\S{0,40}\d)|on\s(?=(?:\p{L}{3,9}[.,]{0,2}\s){0,2}\d))/iu;

/** The other words of a label that a dash parts from its value. */
const labelEnd = /^\p{Ll}[\p{L}\s]{1,30}?\s[-–—]\s/u;

/** Adds the pair of a text: "Label: value", or "Label value" for wanted labels of up to four words. */
function addPair(
  line: string,
  isWanted: LabelTest,
  add: (labelText: string, value: string, trust: number) => void,
): void {
  const colon = anyColon.test(line) ? colonPattern.exec(line) : null;
  if (colon !== null) {
    add(colon[1] ?? '', colon[2] ?? '', trusts.colon);
    return;
  }
  const bracketed = bracketPattern.exec(line);
  if (bracketed !== null) {
    add(bracketed[1] ?? '', bracketed[2] ?? '', trusts.colon);
    return;
  }
  if (line.length > maxLeadLine) return;
  let at = -1;
  for (let words = 1; words <= 4; words += 1) {
    at = line.indexOf(' ', at + 1);
    if (at < 0) return;
    const lead = line.slice(0, at);
    if (!isWanted(lead)) continue;
    const rest = line.slice(at + 1).replace(leadTail, '');
    // "Journal of Trees": the word is a part of a name, and in "Floor area – 64 sq m" of another label.
    if (joiningWord.test(rest) || labelEnd.test(rest)) continue;
    // "Product code - 1234": a dash between blanks parts the two like a colon.
    const parted = /^[-–—]\s+(\S.*)$/u.exec(rest)?.[1];
    if (parted !== undefined) add(lead, parted, trusts.colon);
    else add(lead, rest, rest.includes(' ') ? trusts.leadBeforeText : trusts.leadBeforeWord);
  }
}

import { type Element, isTag, isText } from 'domhandler';
import { listMeasures } from '../values/numbers/units.ts';

const bracketedMark = /^\s*\[[^\]\n]{1,20}\]\s*$/;
/** A note's mark without brackets, where it is a link within the page. */
const linkedMark = /^\s*[\p{L}\p{N}*†‡§]{1,3}\s*$/u;
/** Numbers of notes as they stand without a link; two digits behind a number are more often its cents. */
const plainMark = /^\s*[1-9](?: ?, ?[1-9]){0,5}\s*$/;

/** The characters before a mark that say what it stands at. */
const maxBefore = 40;
const wholeNumber = /(?<![\p{L}\p{Nd}.,^/⁄])\p{Nd}[\p{Nd}.,]*(?<=\p{Nd}) ?[%‰€$£]? ?$/u;
/** The bases of powers, where what is raised is an exponent. */
const powerBase = /(?<![\p{Nd}.,])(?:2|10) ?$/u;
/** Petrol costs tenths of a cent, always nine of them: "1.79⁹". */
const petrolPrice = /[.,]\p{Nd}{2}$/u;
/** A word long enough to be no unit, element or function whose square is meant; its square or cube is no mark behind a number. */
const word = /(?<![\p{L}\p{Nd}])(?<word>\p{L}{4,}|\p{Lu}{3,})$/u;
const measured = /\p{Nd}\s?\p{L}+$/u;
/** What stands behind a raised numerator, or closes the brackets around a unit. */
const goesOn = /^\s*[/⁄]|^[\p{L}\p{Nd})\]]/u;

/** Whether a raised element that says `text` is the mark of a note, by itself or by what stands before it. */
export function isNoteMark(node: Element, text: string, before: string): boolean {
  if (bracketedMark.test(text)) return true;
  if (linkedMark.test(text) && leadsToNote(node)) return true;
  return plainMark.test(text) && isPlain(node) && standsAtNote(text.trim(), before);
}

/** Joins the last texts before a place, as many as say what stands there. */
export function joinBefore(pieces: readonly string[], end: number): string {
  let before = '';
  for (let at = end - 1; at >= 0 && before.length < maxBefore; at -= 1) {
    before = (pieces[at] ?? '').slice(-maxBefore) + before;
  }
  return before.slice(before.lastIndexOf('\n') + 1);
}

function standsAtNote(mark: string, before: string): boolean {
  if (wholeNumber.test(before))
    return !powerBase.test(before) && !(mark === '9' && petrolPrice.test(before));
  const name = word.exec(before)?.groups?.['word'];
  return name !== undefined && !measured.test(before) && listMeasures(`2 ${name}`).length === 0;
}

/** Whether an element holds its text alone, and the line does not go on as a fraction or a formula does. */
function isPlain({ children, next }: Element): boolean {
  const [only, another] = children;
  if (only === undefined || another !== undefined || !isText(only)) return false;
  if (next === null) return true;
  return isText(next) ? !goesOn.test(next.data) : isTag(next) && next.name !== 'sub';
}

/** Whether all that an element holds is a link to another place of the page, as it is or in a `span`. */
function leadsToNote(element: Element): boolean {
  const child = findOnlyChild(element);
  const link = child?.name === 'span' ? findOnlyChild(child) : child;
  return link?.name === 'a' && /^#./.test(link.attribs['href'] ?? '');
}

function findOnlyChild({ children }: Element): Element | undefined {
  const [child, ...others] = children.filter((node) => !isText(node) || node.data.trim() !== '');
  return child !== undefined && others.length === 0 && isTag(child) ? child : undefined;
}

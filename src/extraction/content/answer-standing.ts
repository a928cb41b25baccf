/** How the words around a piece present it. */
type Standing = 'plain' | 'aside' | 'unsure';

// In English, in which models comment on their answers; a piece that other words introduce is judged by its place.
const noLonger =
  /\b(?:at first|considered|(?:earlier|previous|initial|original)(?:ly)?|first (?:attempt|draft|guess|idea|thought|try)|draft(?:ed)?|rejected|discarded|dismissed|ruled out|wrong(?:ly)?|incorrect|mistaken|alternative(?:ly|s)?|examples?|for instance|hypothetical(?:ly)?|if you|did(?: not|n[’']t))\b(?: (?:answer|output|result)s?\b)?/giu;
const isAnswerWord =
  /\b(?:final(?:ly)?|answer|correct\w*|right|fix\w*|replac\w*|supersed\w*|revis\w*|updat\w*|better|so|hence|therefore|thus|but|here|now|result|output)\b/iu;
/** What says of the piece itself that it was left: `I considered`, `my earlier answer was`, `Rejected candidate`. */
const leftBehind =
  /\b(?:was|were|had|has|have|alternative|did(?: not|n[’']t)|considered|rejected|discarded|dismissed|ruled out|drafted)\b|^(?:(?:my|the|an?)\s)?(?:earlier|previous|initial|original|rejected|discarded|wrong|incorrect|first)(?:\s\w+){0,3}$/iu;
/** `{…} was wrong`, in the line of the piece. */
const wrongBehind =
  /^`*,?\s{0,3}(?:(?:which|that|this|but)\s)?(?:was|is|were|would be|turned out)\b(?![^.\n]{0,60}\bnot\b)[^.\n]{0,60}\b(?:wrong|incorrect|mistaken|outdated|rejected|discarded|ruled out)\b/iu;
/** Words of its line before a piece that no colon ends, and the rest of their sentence behind it, in any language. */
const sentenceBefore = /\p{L}[^\n:：=>]*$/u;
const sentenceBehind = /^`{0,3}[ \t]{0,3}[\p{L}.,!?]/u;
/** Characters before a piece that may introduce it. */
const maxIntroduction = 200;

/** How the words behind `from` present the piece that stands from `start` to `end` of an answer. */
export function judgeStanding(
  text: string,
  from: number,
  { start, end }: { readonly start: number; readonly end: number },
): Standing {
  if (wrongBehind.test(text.slice(end, end + maxIntroduction))) return 'aside';
  const before = text.slice(Math.max(from, start - maxIntroduction), start);
  const words = before.replace(/`{3,}\w*\s*$/u, '').replace(/[\s:`*#]+$/u, '');
  const sentence = words.split(/[.!?]\s|\n/u).at(-1) ?? '';
  const clause = (sentence.split(/[,;:–—]\s/u).at(-1) ?? '').replace(/^[\s`*#]+/u, '');
  const isSaid = (part: string): boolean => part.search(noLonger) >= 0;
  const isAnswer = isAnswerWord.test(clause.replaceAll(noLonger, ''));
  if (isSaid(clause)) return leftBehind.test(clause) && !isAnswer ? 'aside' : 'unsure';
  const isWithin = sentenceBefore.test(before) && sentenceBehind.test(text.slice(end, end + 10));
  return (isSaid(sentence) || isWithin) && !isAnswer ? 'unsure' : 'plain';
}

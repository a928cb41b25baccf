import { stripInvisible } from './strip-invisible.ts';

const space = 0x20;
const tab = 0x09;
const lastPrinted = 0x7e;

/** Whether a character is white space by HTML's definition: a space, a tab, a form feed or a line end. */
export function isSpace(code: number): boolean {
  return code === space || (code >= tab && code <= 0x0d && code !== 0x0b);
}

/** White space other than one plain space; most text has little of it. */
const anyRun = /[^\S ]\s*| \s+/g;
const notSpace = /\S/g;
/** Characters of which matches are replaced at once in a longer text. */
const pieceLength = 16_384;

/** Returns text with each run of white space as one space; `run` matches such a run, by default of all white space. */
export function collapseSpace(text: string, run: RegExp = anyRun): string {
  return replaceInPieces(text, run, ' ');
}

/**
 * Returns text with each match of a pattern replaced, as `replaceAll` does. For global patterns that match white space
 * alone and have no groups.
 */
export function replaceInPieces(text: string, pattern: RegExp, replacement: string): string {
  if (text.length <= pieceLength) return text.replace(pattern, replacement);
  let replaced = '';
  for (let start = 0; start < text.length;) {
    // A piece ends before a character that is no white space, so that no match is in two.
    notSpace.lastIndex = start + pieceLength;
    const end = notSpace.exec(text)?.index ?? text.length;
    // V8 replaces by concatenation: 5 million matches leave a rope of 350 MB. `join` gives a flat string.
    replaced += text.slice(start, end).split(pattern).join(replacement);
    start = end;
  }
  return replaced;
}

/** Returns text as one line: without invisible characters, every run of white space one space, none at the ends. */
export function foldText(text: string): string {
  return isFolded(text) ? text : collapseSpace(stripInvisible(text)).trim();
}

/** Whether a text is ASCII on one line already, as most short ones are: a loop costs a third of the patterns. */
function isFolded(text: string): boolean {
  let before = space;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space || code > lastPrinted || (code === space && before === space)) return false;
    before = code;
  }
  return before !== space || text === '';
}

/** Like `foldText`, with line breaks (`\n`) kept between lines that are not empty. */
export function foldLines(text: string): string {
  if (!text.includes('\n')) return foldText(text);
  return text.split('\n').map(foldText).filter(Boolean).join('\n');
}

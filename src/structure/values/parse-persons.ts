import { foldText } from '../../page/text/node-text.ts';

const leadWords =
  /^(?:by|von|par|por|de la|di|av|af|door|przez|text|texte|texto|testo|foto|autor|autorin|author|authors|written by|words by|story by|auteur|autore|από|от|автор|yazan|recipe by|a|de|published by|posted by)\s*[:：]?\s+(?=\p{Lu}|\p{Lo})/iu;
const separators =
  /\s*(?:[,;|•·/&、，]|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b|\boch\b|\bog\b|\bja\b|(?<=\s)i(?=\s)|(?<=\s)и(?=\s)|\bve\b)\s*/u;
const inBrackets = /\s*[([][^)\]]{0,40}[)\]]/g;
const particles: ReadonlySet<string> = new Set(
  'de van von der den la le di da do dos das al el bin ibn ten ter zu du of y e'.split(' '),
);
const maxNames = 20;
/** The longest names of persons and desks have seven words. */
const maxNameWords = 7;

/** Splits a byline into names; drops addresses, links and what is no name. */
export function parsePersons(text: string): readonly string[] {
  let line = foldText(text.slice(0, 400)).replace(inBrackets, '');
  if (/^https?:\/\//i.test(line)) return [];
  for (let round = 0; round < 2; round += 1) line = line.replace(leadWords, '');
  const names: string[] = [];
  for (const part of line.split(separators)) {
    const name = part.replace(/^[\s.:–—-]+|[\s:–—,-]+$/g, '');
    if (!isName(name) || names.includes(name)) continue;
    names.push(name);
    if (names.length >= maxNames) break;
  }
  return names;
}

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 60) return false;
  if (/[@#<>{}=_]|https?:|www\.|\d{3,}/.test(name)) return false;
  if (!/\p{L}/u.test(name)) return false;
  const words = name.split(' ').filter((word) => !particles.has(word));
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  // A sentence has more small words than names.
  return words.length <= maxNameWords && small * 2 <= words.length;
}

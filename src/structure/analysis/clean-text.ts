import { parseDocument } from 'htmlparser2';
import { foldText, readText } from '../../page/text/node-text.ts';

const markup = /<[a-z/!][^>]{0,500}>|&(?:#x?[\da-f]{2,6}|[a-z]{2,8});/i;
/** Bodies in structured data; behind this nothing is a value. */
const maxLength = 20_000;

/** Text of a value in structured data, which often holds markup or entities, at times encoded twice. One line. */
export function cleanText(text: string): string {
  return foldText(toLines(text));
}

/** The same with its lines kept. */
export function cleanLines(text: string): readonly string[] {
  return toLines(text)
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '');
}

function toLines(text: string): string {
  let clean = text.slice(0, maxLength);
  for (let round = 0; round < 2 && markup.test(clean); round += 1)
    clean = readText(parseDocument(clean));
  return clean;
}

import { parseDocument } from 'htmlparser2';
import { foldText, readText } from '../../page/text/node-text.ts';

const markup = /<[a-z/!][^>]{0,500}>|&(?:#x?[\da-f]{2,6}|[a-z]{2,8});/i;
/** Most characters read of a text in structured data; longer texts are bodies, not values. */
const maxLength = 20_000;

/**
 * Returns a text of structured data as one line of plain text; such texts often hold markup or entities, sometimes
 * encoded twice.
 */
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

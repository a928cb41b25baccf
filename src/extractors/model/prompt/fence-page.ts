import { randomBytes } from 'node:crypto';
import { stripInvisible } from '../../../unicode/strip-invisible.ts';

/** A page's text between two border lines that nothing inside can imitate. */
export interface FencedPage {
  readonly text: string;
  readonly nonce: string;
}

/** Marks of chat formats (`<|im_end|>`), which servers that paste messages into a template would take for their own. */
const templateMark = /<\|(\w{1,40})\|>/g;

/** Puts page text in borders with a code of 96 random bits, made anew for each call. */
export function fencePage(pageText: string): FencedPage {
  const nonce = randomBytes(12).toString('hex');
  // The nonce is made after the page, so it cannot be in there but by chance; dropping it costs one scan.
  const text = stripInvisible(pageText).replaceAll(nonce, '').replace(templateMark, '< |$1| >');
  return { nonce, text: `<<<PAGE ${nonce}\n${text}\nPAGE ${nonce}>>>` };
}

import { answerPrompt } from './answer-prompt.ts';

/** A page of one product. */
export const shop: string = `<html lang="en"><head><title>Blue kettle</title></head><body><main><h1>Blue kettle</h1>
  <span class="price">£24.50</span><dl><dt>Capacity</dt><dd>1.7 l</dd><dt>Released</dt><dd>3 May 2024</dd>
  <dt>Shipping cost</dt><dd>£3.90</dd></dl></main></body></html>`;

/** A listing of three. */
export const listing: string = `<h1>Kettles</h1><ul>${['Blue', 'Green', 'Yellow']
  .map(
    (name, at) =>
      `<li><h3><a href="/${name}">${name} kettle</a></h3><b class="price">£${at + 1}.00</b></li>`,
  )
  .join('')}</ul>`;

/** The answer to a prompt without a schema, with what is told beside it. */
export function read(html: string, prompt: string): ReturnType<typeof answerPrompt> {
  return answerPrompt(html, prompt, 'https://shop.example/');
}

/** The value of that answer. */
export function extract(html: string, prompt: string): unknown {
  return read(html, prompt).value;
}

import assert from 'node:assert/strict';
import type { MarkdownPage, MarkdownWriter } from '../../src/runtime/contracts/markdown-writer.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';

const html =
  '<html lang="en"><head></head><body><main><h1>Blue kettle</h1><p>Boils in <b>two</b> minutes. ' +
  '<a href="https://example.com/manual">The manual</a></p></main></body></html>';
const markdown =
  '# Blue kettle\n\nBoils in **two** minutes. [The manual](https://example.com/manual)\n';

/** The checks of every `MarkdownWriter`. */
export const markdownWriterContract: readonly ContractCheck<MarkdownWriter>[] = toChecks({
  'its name is short and has no white space': async (writer) => {
    assert.match(writer.name, /^\S{1,40}$/);
  },
  'the text, the headings and the links of the page are in its Markdown': async (writer) => {
    const written = await writer.toMarkdown(toPage({}));
    assert.equal(typeof written, 'string');
    assert.match(written, /^# Blue kettle$/m);
    assert.match(written, /two.*minutes/);
    assert.match(written, /\[The manual\]\(https:\/\/example\.com\/manual\)/);
  },
  'a page that shows nothing is an empty text': async (writer) => {
    const empty = {
      html: async () => '<html><head></head><body></body></html>',
      markdown: async () => '',
    };
    assert.equal((await writer.toMarkdown(toPage(empty))).trim(), '');
  },
  'a page of 256 levels is written': async (writer) => {
    const deep = `${'<div>'.repeat(250)}<p>At the bottom</p>${'</div>'.repeat(250)}`;
    const page = toPage({ html: async () => deep, markdown: async () => 'At the bottom\n' });
    assert.match(await writer.toMarkdown(page), /At the bottom/);
  },
  'it rejects with the reason of a signal that has aborted': async (writer) => {
    const reason = new Error('the caller left');
    const page = toPage({ signal: AbortSignal.abort(reason) });
    await assert.rejects(writer.toMarkdown(page), (error) => error === reason);
  },
});

function toPage(part: Partial<MarkdownPage>): MarkdownPage {
  return {
    url: 'https://example.com/kettle',
    title: 'Blue kettle',
    signal: new AbortController().signal,
    html: async () => html,
    markdown: async () => markdown,
    ...part,
  };
}

import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import TurndownService from 'turndown';
import type { FunctionPipeline, PipelineOutput } from '../../src/evaluation/index.ts';
import {
  buildInstructions,
  buildPrompt,
  fencePage,
} from '../../src/extraction/model/build-prompt.ts';
import { decodeLoosely } from '../page-set.ts';
import { countTokens, stubAnswer } from './stub-answer.ts';

type FindContent = (dom: JSDOM, url: string) => Promise<string>;

// jsdom writes what it cannot parse of a page's style sheets to the console.
const silent = new VirtualConsole();

/** Mozilla's reader view. */
export const readabilityPipeline: FunctionPipeline = readerPipeline('readability', async (dom) => {
  return new Readability(dom.window.document).parse()?.content ?? '';
});

export const defuddlePipeline: FunctionPipeline = readerPipeline('defuddle', async (dom, url) => {
  const { Defuddle } = await import('defuddle/node');
  return (await Defuddle(dom, url)).content;
});

/** A reader view as Markdown, sent to the stub with the same instructions as Gleaner's own. */
function readerPipeline(reader: string, findContent: FindContent): FunctionPipeline {
  const turndown = new TurndownService({ headingStyle: 'atx' });
  return {
    options: { reader, markdown: 'turndown', model: 'stub' },
    async run(current): Promise<PipelineOutput> {
      const { url, prompt, schema, body = new Uint8Array() } = current;
      const dom = new JSDOM(decodeLoosely(body), { url, virtualConsole: silent });
      const content = await findContent(dom, url);
      dom.window.close();
      const text = [
        buildInstructions({ schema, wrapped: false, detailLevel: 'medium', plainText: false }),
        buildPrompt({
          request: prompt,
          page: fencePage(turndown.turndown(content)),
          closing: 'Answer with the JSON alone.',
        }),
      ].join('\n');
      const value = stubAnswer(current, text);
      return {
        value,
        model: 'stub',
        withoutModel: false,
        inputTokens: countTokens(text),
        outputTokens: countTokens(JSON.stringify(value)),
      };
    },
  };
}

import type { MarkdownWriter } from '../../runtime/contracts/markdown-writer.ts';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { checkValues, toPartRule } from '../../runtime/errors/option-checks.ts';
import { loadOnce } from '../../runtime/signals/waiting.ts';

/** Name of the engine's own writer. */
export const builtInName: string = 'built-in';

/** Creates the writer of the engine's own Markdown (GitHub Flavored), which is written in the page's thread. */
export function builtInMarkdown(): MarkdownWriter {
  return {
    name: builtInName,
    async toMarkdown(page) {
      page.signal.throwIfAborted();
      return page.markdown();
    },
  };
}

/** What of a `TurndownService` is used. */
export interface TurndownConverter {
  turndown(html: string): string;
}

/**
 * Creates a Markdown writer by Turndown, for rules and plugins that exist already: pass the service that has them. It runs on the
 * event loop, where no deadline can end it. Without a service it makes one with ATX headings and fenced code, which needs the
 * package turndown: without it a call rejects with `service_unavailable`.
 *
 * @example
 * createGleaner({ markdown: turndownMarkdown(new TurndownService().addRule('mark', …)) })
 *
 * @throws TypeError for a service without the method `turndown`.
 */
export function turndownMarkdown(service?: TurndownConverter): MarkdownWriter {
  checkValues('', { service }, { service: toPartRule('turndown') });
  const load = loadOnce(async () => service ?? createService());
  return {
    name: 'turndown',
    async toMarkdown(page) {
      page.signal.throwIfAborted();
      const [converter, html] = await Promise.all([load(), page.html()]);
      const markdown = converter.turndown(html).trim();
      page.signal.throwIfAborted();
      return markdown === '' ? '' : `${markdown}\n`;
    },
  };
}

async function createService(): Promise<TurndownConverter> {
  const { default: TurndownService } = await loadTurndown();
  return new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
}

async function loadTurndown() {
  try {
    return await import('turndown');
  } catch (cause) {
    throw toMissingPackage('turndown', 'Markdown by Turndown', cause);
  }
}

import { describe, expect, test } from 'vitest';
import { createGleaner } from '../../index.ts';
import { markdownWriterContract } from '../../../test-kit/contracts/markdown-writer-contract.ts';
import { builtInMarkdown, turndownMarkdown } from './markdown-converters.ts';

describe.each([
  ['builtInMarkdown', builtInMarkdown],
  ['turndownMarkdown', () => turndownMarkdown()],
])('%s', (_name, create) => {
  test.each(markdownWriterContract)('$name', async ({ run }) => {
    await expect(run(create())).resolves.toBeUndefined();
  });
});

describe('a scrape with another Markdown writer', () => {
  const html =
    '<nav><a href="/">Home</a></nav><main><h1>Kettles</h1><p>A kettle boils water, and a blue one boils it as well as a red one.</p><img src="/a.png" alt="A kettle"></main>';

  test('hands it the part of the page and the pictures that are asked for', async () => {
    await using gleaner = createGleaner({ markdown: turndownMarkdown() });
    const page = { html, url: 'https://shop.example/', format: 'markdown' } as const;
    expect((await gleaner.scrape(page)).markdown).toMatch(/Home[^]*!\[A kettle\]/);
    const { markdown } = await gleaner.scrape({ ...page, reduceContent: true, tagTruncate: true });
    expect(markdown).not.toContain('Home');
    expect(markdown).not.toContain('![');
  });

  test('a service of one’s own is used as it is', async () => {
    const asked: string[] = [];
    const service = {
      turndown(given: string) {
        asked.push(given);
        return '*kettles*';
      },
    };
    await using gleaner = createGleaner({ markdown: turndownMarkdown(service) });
    expect((await gleaner.scrape({ html, clean: true })).html).toBe('*kettles*\n');
    expect(asked).toEqual([expect.stringContaining('<h1>Kettles</h1>')]);
  });

  test('a page that it finds nothing in is said to show no text; what is no text is an error', async () => {
    const nothing = { name: 'nothing', toMarkdown: async () => '' };
    await using gleaner = createGleaner({ markdown: nothing });
    const { warnings } = await gleaner.scrape({ html, format: 'markdown' });
    expect(warnings).toContainEqual(expect.stringContaining('shows no text'));
    const wrong = { name: 'wrong', toMarkdown: async () => 5 as unknown as string };
    await using broken = createGleaner({ markdown: wrong });
    await expect(broken.scrape({ html, format: 'markdown' })).rejects.toThrow('"wrong"');
  });
});

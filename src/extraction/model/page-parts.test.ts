import { describe, expect, test } from 'vitest';
import { openExtractionPage } from '../../../test-kit/contracts/extractor-contract.ts';
import { toExtractionRequest } from '../../../test/support/extraction-request.ts';
import type { ExtractionRequest, JsonSchema } from '../../runtime/contracts/extractor.ts';
import { scriptedModel, type ScriptedModel } from '../../../test-kit/scripted-model.ts';
import { modelExtractor } from '../extractors/model-extractor.ts';

const rows = Array.from({ length: 900 }, (_, index) => ({
  name: `Island number ${index}`,
  area: index * 3 + 7,
}));
const html = `<!doctype html><title>Islands</title><main><h1>Islands</h1><table>
<tr><th>Name</th><th>Area</th></tr>
${rows.map(({ name, area }) => `<tr><td>${name}</td><td>${area} km²</td></tr>`).join('\n')}
</table></main>`;
const schema: JsonSchema = {
  type: 'object',
  properties: {
    islands: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, area: { type: 'number' } },
        required: ['name', 'area'],
      },
    },
  },
  required: ['islands'],
};

function toRequest(changes: Partial<ExtractionRequest> = {}): Promise<ExtractionRequest> {
  return toExtractionRequest(html, { prompt: 'all islands with their area', schema, ...changes });
}

/** Reads the rows of the part that it is sent. */
function readingModel(): ScriptedModel {
  return scriptedModel((call) => {
    const found = JSON.stringify(call.prompt).matchAll(/(Island number \d+) ?\| ?(\d+) km/g);
    const islands = [...found].map(([, name, area]) => ({ name, area: Number(area) }));
    return { content: { islands }, usage: { inputTokens: islands.length, outputTokens: 1 } };
  });
}

describe('a page over the budget', () => {
  test('is read part by part, and the records come in the order of the page', async () => {
    const model = readingModel();
    const { value, usage } = await modelExtractor({ model }).extract(await toRequest());
    expect(value).toEqual({ islands: rows });
    expect(model.calls.length).toBeGreaterThan(1);
    expect(usage).toHaveLength(model.calls.length);
    expect(JSON.stringify(model.calls[1]?.prompt)).toContain('This is part 2 of');
  });

  test('takes fewer calls where more detail or complexity allow for longer ones', async () => {
    const model = readingModel();
    await modelExtractor({ model }).extract(
      await toRequest({ detailLevel: 'high', pageComplexity: 'high' }),
    );
    expect(model.calls).toHaveLength(1);
  });

  test('is cut to one call for a single value, with a warning', async () => {
    const model = scriptedModel([{ content: { largest: 'Island number 899' } }]);
    const one: JsonSchema = { type: 'object', properties: { largest: { type: 'string' } } };
    const { warnings } = await modelExtractor({ model }).extract(
      await toRequest({ schema: one, prompt: 'the largest island', detailLevel: 'low' }),
    );
    expect(model.calls).toHaveLength(1);
    expect(warnings.join()).toMatch(/About \d+ tokens .* not read/);
  });

  test('is read whole as text when nothing may be dropped', async () => {
    const model = readingModel();
    const { value } = await modelExtractor({ model }).extract(
      await toRequest({ plainText: true, reduceContent: false }),
    );
    for (const { name } of rows) expect(value).toContain(`"${name}"`);
  });

  test('a part that cannot be read is reported, the others stand', async () => {
    const model = readingModel();
    const script = scriptedModel(async (call, index) => {
      if (index === 1) return { content: 'Ahoy!' };
      const { content } = await model.doGenerate(call);
      return { content: content[0]?.type === 'text' ? content[0].text : '' };
    });
    const { value, warnings } = await modelExtractor({ model: script }).extract(await toRequest());
    expect((value as { islands: unknown[] }).islands.length).toBeLessThan(rows.length);
    expect(warnings.join()).toContain('1 of');
  });

  test('of which parts say different things of one text or one record says so', async () => {
    const model = scriptedModel((_call, index) => ({
      content: { summary: `Part ${index}`, islands: [{ id: 'isle-1', area: index }] },
    }));
    const item = { type: 'object', properties: { id: { type: 'string' }, area: {} } };
    const properties = { summary: { type: 'string' }, islands: { type: 'array', items: item } };
    const { value, warnings } = await modelExtractor({ model }).extract(
      await toRequest({ schema: { type: 'object', properties } }),
    );
    expect(model.calls).toHaveLength(2);
    expect(value).toEqual({
      summary: 'Part 0',
      islands: [
        { id: 'isle-1', area: 0 },
        { id: 'isle-1', area: 1 },
      ],
    });
    expect(warnings).toEqual([
      'Parts of the page gave different records for "id" "isle-1" in /islands; all were kept.',
      'Parts of the page gave "Part 0" or "Part 1" for /summary; the first was taken.',
    ]);
  });

  test('a part that fails ends the call, and no further part is asked for', async () => {
    const model = scriptedModel((_call, index) => (index === 0 ? { status: 500 } : { hang: true }));
    await expect(
      modelExtractor({ model }).extract(await toRequest({ detailLevel: 'low' })),
    ).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(model.calls.length).toBeLessThanOrEqual(4);
    expect(model.calls.at(-1)?.abortSignal?.aborted).toBe(true);
  });
});

test('short references in the answer become the addresses they stood for', async () => {
  const links = `<ul>${rows
    .slice(0, 5)
    .map(({ name }, index) => `<li><a href="/i/${index}">${name}</a></li>`)
    .join('')}</ul>`;
  const model = scriptedModel((call) => {
    const [, name] = /Island number 3[^@]*(@L\d+)/.exec(JSON.stringify(call.prompt)) ?? [];
    return { content: { url: name, other: '@L999' } };
  });
  const { value } = await modelExtractor({ model }).extract(
    await toRequest({
      page: await openExtractionPage({ html: links, url: 'https://books.example/page' }),
      prompt: 'link of island number 3',
      schema: {
        type: 'object',
        properties: { url: { type: 'string', format: 'uri' }, other: { type: 'string' } },
      },
    }),
  );
  expect(value).toEqual({ url: 'https://books.example/i/3', other: '@L999' });
});

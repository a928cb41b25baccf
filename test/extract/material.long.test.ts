import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { materialFolder, readPageSet, type SetPage } from '../../bench/page-set.ts';
import { createGleaner, openaiCompatibleModel, type JsonSchema } from '../../src/index.ts';
import { serveScriptedModel } from '../../test-kit/scripted-model-server.ts';
import { withoutMaterial } from '../support/without-material.ts';

const folder = path.join(materialFolder, 'fundus-news', 'pages');
const pages = readPageSet(folder) ?? [];
const schema: JsonSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    publishing_date: { type: ['string', 'null'], format: 'date' },
  },
};
const prompt = 'The headline of the article and the day it was published';

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const page = pages.find(({ id }) => request.url === `/${encodeURIComponent(id)}`);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    // As stored: compressed, so that decoding is part of the path.
    const { html } = JSON.parse(page.line) as { html: string };
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(readFileSync(path.join(folder, html)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const egress = () => ({ allowPrivate: [`127.0.0.1/32:${new URL(origin).port}`] });
const urlOf = ({ id }: SetPage) => `${origin}/${encodeURIComponent(id)}`;
const dayOf = ({ expected }: SetPage) =>
  (expected as { publishing_date: string }).publishing_date.slice(0, 10);

// The pages are other people's and not part of the repository; see bench/README.md.
describe('real news pages, over a socket', () => {
  beforeEach(({ skip }) => skip(pages.length === 0, withoutMaterial));
  test('without a model the day of publication is read right on nine of ten pages', async () => {
    const gleaner = createGleaner({ egress: egress() });
    const sample = pages.slice(0, 20);
    const answers = await Promise.all(
      sample.map((page) => gleaner.extract({ url: urlOf(page), prompt, schema })),
    );
    await gleaner.close();
    const right = answers.filter(({ result }, index) => {
      const { publishing_date: day } = result as { publishing_date?: string };
      return day === dayOf(sample[index] as SetPage);
    });
    expect(right.length).toBeGreaterThanOrEqual(18);
    for (const { creditsUsed } of answers) expect(creditsUsed).toBe(5);
  });

  test('a model is shown the values it is asked for, and its answer is found in the page again', async () => {
    const [page] = pages as [SetPage];
    const { title } = page.expected as { title: string };
    const model = await serveScriptedModel([{ content: { title, publishing_date: dayOf(page) } }]);
    const gleaner = createGleaner({
      egress: egress(),
      model: openaiCompatibleModel({ baseUrl: model.url, model: 'scripted' }),
    });
    const { result, evidence } = await gleaner.extract({
      url: urlOf(page),
      prompt,
      schema,
      include: ['evidence'],
    });
    await gleaner.close();
    const sent = JSON.stringify(model.requests[0]?.body['messages']);
    await model.close();
    expect(result).toEqual({ title, publishing_date: dayOf(page) });
    expect(sent).toContain(JSON.stringify(title).slice(1, -1));
    expect(evidence?.map(({ path, status }) => [path, status])).toEqual([
      ['/title', 'supported'],
      ['/publishing_date', 'normalised'],
    ]);
  });
});

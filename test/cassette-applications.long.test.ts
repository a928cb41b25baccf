import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGleaner, type RecipeRun } from '../src/index.ts';
import { cassette, serveFixtureSite } from '../test-kit/index.ts';
import { realBrowserOptions } from './support/real-browser.ts';
import { serveApplication } from './support/serve-application.ts';
import { type PageAnswer, servePages } from './support/serve-pages.ts';

/** Where pages of a case are, while it is recorded. */
interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

interface Case {
  readonly name: string;
  readonly serve: () => Promise<Served>;
  readonly steps: (origin: string) => readonly object[];
  readonly secrets?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Some item that it gives. */
  readonly item: object;
}

const click = (selector: string, members: object = {}) => ({
  type: 'click',
  selectors: [selector],
  ...members,
});
const change = (selector: string, value: string) => ({
  type: 'change',
  selectors: [selector],
  value,
});
const extract = (items: string, fields: object) => ({
  type: 'customStep',
  name: 'extract',
  parameters: { items, fields },
});

const password = 'oarlock-and-thole';
const pin = 'lighthouse';

const files: Readonly<Record<string, PageAnswer>> = {
  '/': `<main><ul><li>Report</li></ul><a href="/report.csv">Report</a>
    <form method="post" action="/sent" enctype="multipart/form-data"><input type="file" name="file"><button>Send</button></form></main>`,
  '/report.csv': {
    status: 200,
    headers: {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="report.csv"',
    },
    body: 'month,sold\nMay,4\n',
  },
  '/sent': '<main><ul><li>Thank you</li></ul></main>',
};
const servesFiles = () => servePages(({ pathname }): PageAnswer => files[pathname]);

const cases: readonly Case[] = [
  {
    name: 'a log-in, and a deletion that a dialog asks about',
    serve: () => serveApplication('boathouse'),
    steps: (origin) => [
      { type: 'navigate', url: `${origin}/login` },
      change('#user', 'marit@boathouse.example'),
      change('#password', '{{password}}'),
      click('main button', {
        assertedEvents: [{ type: 'navigation', url: `${origin}/desk`, title: 'Desk' }],
      }),
      click('aria/Delete 1002', { dialog: 'accept' }),
      extract('tbody tr', { guest: { selectors: '.guest' } }),
    ],
    variables: { password },
    item: { guest: 'Ines Okafor' },
  },
  {
    name: 'a log-in by cookie, behind two redirects',
    serve: async () => {
      const site = await serveFixtureSite();
      return { origin: site.url, close: () => site.close() };
    },
    steps: (origin) => [
      { type: 'navigate', url: `${origin}/account/` },
      change('#username', 'reader'),
      change('#password', '{{pin}}'),
      click('button[type=submit]'),
      extract('tbody tr', { title: { selectors: 'td:first-child' } }),
    ],
    variables: { pin },
    item: { title: expect.any(String) },
  },
  {
    name: 'a notice that is answered on the way',
    serve: () =>
      servePages(({ pathname }): PageAnswer =>
        pathname === '/'
          ? `<main><ul><li>Row</li></ul><button onclick="document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>More</li>')">Show more</button></main>
             <div style="position: fixed; inset: 0; background: white"><p>We use cookies.</p><button onclick="this.parentElement.remove()">Reject all</button></div>`
          : undefined,
      ),
    steps: (origin) => [
      { type: 'navigate', url: `${origin}/` },
      click('main button'),
      extract('li', { row: { selectors: ':scope' } }),
    ],
    item: { row: 'More' },
  },
  {
    name: 'a file that is sent',
    serve: servesFiles,
    steps: (origin) => [
      { type: 'navigate', url: `${origin}/` },
      {
        type: 'customStep',
        name: 'upload',
        parameters: { selectors: ['input[type=file]'], files: ['note.txt'] },
      },
      click('button'),
      extract('li', { said: { selectors: ':scope' } }),
    ],
    item: { said: 'Thank you' },
  },
  {
    name: 'a file that is kept',
    serve: servesFiles,
    steps: (origin) => [
      { type: 'navigate', url: `${origin}/` },
      click('a'),
      extract('li', { said: { selectors: ':scope' } }),
    ],
    item: { said: 'Report' },
  },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cassette-applications-'));
  mkdirSync(path.join(folder, 'uploads'));
  writeFileSync(path.join(folder, 'uploads', 'note.txt'), 'A note.');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(cases)('a recipe with $name', ({ name, serve, steps, variables, item }) => {
  test('replays in Chromium and without a browser as it was recorded', async () => {
    const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.har`);
    const downloads = path.join(folder, 'downloads');
    const served = await serve();
    const secret = Object.keys(variables ?? {}).map((each) => [each, { secret: true }] as const);
    const recipe = {
      title: name,
      timeout: 5_000,
      variables: Object.fromEntries(secret),
      steps: steps(served.origin),
    };

    async function run(mode: 'record' | 'replay', browser: 'chromium' | 'recorded') {
      await using tape = cassette(file, {
        mode,
        browser,
        chromium: realBrowserOptions(),
        egress: { allowPrivate: ['127.0.0.1/32'] },
      });
      await using gleaner = createGleaner({
        ...tape.parts,
        files: { uploads: path.join(folder, 'uploads'), downloads },
      });
      return toComparable(await gleaner.runRecipe(recipe, { variables }));
    }

    const recorded = await run('record', 'chromium');
    await served.close();
    expect(JSON.parse(recorded)).toMatchObject({
      result: {
        pages: [{ items: expect.arrayContaining([expect.objectContaining(item)]) as unknown }],
      },
    });
    expect(await run('replay', 'chromium')).toBe(recorded);
    expect(await run('replay', 'recorded')).toBe(recorded);
    for (const value of Object.values(variables ?? {})) {
      for (const written of listWritten(file)) expect(written.includes(value)).toBe(false);
    }
  });
});

/** The names of kept files have a random part. */
function toComparable(run: RecipeRun): string {
  const files = run.files.map(({ step, kind, name, bytes, type, url }) => ({
    step,
    kind,
    bytes,
    type,
    url,
    name: name.slice(16),
  }));
  return JSON.stringify({ ...run, files });
}

function listWritten(file: string): readonly string[] {
  const beside = `${file}.bodies`;
  const bodies = readdirSync(path.dirname(file)).includes(path.basename(beside))
    ? readdirSync(beside).map((name) => path.join(beside, name))
    : [];
  return [file, ...bodies].map((each) => readFileSync(each, 'latin1'));
}

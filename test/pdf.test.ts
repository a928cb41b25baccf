import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGleaner, type Gleaner } from '../src/index.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let gleaner: Gleaner;

beforeAll(() => {
  gleaner = createGleaner({ egress: egress(), limits: { requestsPerMinute: Infinity } });
});

afterAll(async () => {
  await gleaner.close();
});

test('values are extracted from a PDF like from any page', async () => {
  const { result } = await gleaner.extract({
    url: urlOf('/files/tide-table.pdf'),
    prompt: 'Every day of the tide table',
    schema: {
      type: 'object',
      required: ['days'],
      properties: {
        days: {
          type: 'array',
          items: {
            type: 'object',
            required: ['date', 'highWater'],
            properties: { date: { type: 'string' }, highWater: { type: 'string' } },
          },
        },
      },
    },
  });
  expect(result).toEqual({
    days: [
      { date: '1 June 2026', highWater: '04:12' },
      { date: '2 June 2026', highWater: '04:58' },
      { date: '3 June 2026', highWater: '05:44' },
      { date: '4 June 2026', highWater: '06:31' },
    ],
  });
});

test('a PDF is scraped as the Markdown of its text, without metadata', async () => {
  const page = await gleaner.scrape({ url: urlOf('/files/tide-table.pdf') });
  expect(page).toMatchObject({ contentType: 'pdf', cleaned: true, metadata: null });
  expect(page.html).toContain('| 1 June 2026 | 04:12 | 5.31 | 10:25 | 0.84 |');
  expect(page.html).toContain('Notes for skippers');
});

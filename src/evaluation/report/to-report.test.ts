import { expect, test } from 'vitest';
import { makeSampleComparison } from '../../../test/support/sample-comparison.ts';
import type { EvaluationResult } from '../result/evaluation-result.ts';
import { toReport } from './to-report.ts';

/** The view of a case as the report's page reads it. */
function readCase(report: string, index: number): Record<string, unknown> {
  const json = new RegExp(`id="case-${index}">(.*?)</script>`, 's').exec(report)?.[1] ?? '';
  return JSON.parse(json) as Record<string, unknown>;
}

test('60 cases of 5 pipelines with their pages take a few megabytes, however large pages and prompts are', async () => {
  const { result, cases } = await makeSampleComparison(60);
  const long = `<p>${'brass and oak '.repeat(100)}</p>`.repeat(300);
  const large = cases.map((each) => ({
    ...each,
    body: Buffer.concat([each.body ?? Buffer.of(), Buffer.from(long)]),
  }));
  const outcomes = result.outcomes.map((outcome) => ({
    ...outcome,
    exchanges: [{ prompt: 'p'.repeat(100_000), answer: 'a'.repeat(100_000) }],
  }));
  const report = await toReport({ ...result, outcomes }, { pages: large });
  expect(report.length).toBeGreaterThan(2_000_000);
  expect(report.length).toBeLessThan(7_000_000);
  expect(readCase(report, 59)).toMatchObject({
    id: 'lamp-060',
    pageNote:
      'The page is longer and was cut after about 40000 characters; values may stand behind that.',
    answers: Array.from({ length: 5 }, () => ({
      exchanges: [{ prompt: expect.stringMatching(/^p+ … \(\d+ more characters\)$/) }],
    })),
  });
});

test('a page that is gone, broken or not given is told of, and the report is written', async () => {
  const { result, cases } = await makeSampleComparison(3);
  const [first, second] = cases;
  const gone = {
    id: first?.id ?? '',
    url: 'https://shop-1.example/',
    get body(): Uint8Array {
      throw new Error('no such file');
    },
  };
  const pages = [
    gone,
    { id: second?.id ?? '', url: '', body: Buffer.from('%PDF-1.7 \u0000\u0001') },
  ];
  const report = await toReport(result, { pages });
  expect(readCase(report, 0)).toMatchObject({ pageNote: 'The page cannot be shown: no such file' });
  expect(readCase(report, 2)).toMatchObject({
    pageNote: 'The report was written without this page.',
  });
});

test('says that a difference may be chance, and that nothing is shown, in words', async () => {
  const { result } = await makeSampleComparison(6);
  const unsure = result.comparisons.map((comparison) => ({
    ...comparison,
    verdict: 'no difference shown' as const,
    adjustedP: 0.4,
  }));
  const report = await toReport({ ...result, comparisons: unsure });
  expect(report).toContain('<h1>No pipeline is shown to answer better than “structure”</h1>');
  expect(report).toMatch(/adjusted p 0\.400\): that may be chance\./);
});

test('a result of one pipeline, without scores or without metrics is a report, too', async () => {
  const { result } = await makeSampleComparison(3);
  const [pipeline] = result.pipelines;
  const one: EvaluationResult = {
    ...result,
    pipelines: pipeline === undefined ? [] : [pipeline],
    comparisons: [],
  };
  await expect(toReport(one)).resolves.toMatch(/<h1>“structure” scores \d\d\.\d<\/h1>/);
  const unscored = { ...one, pipelines: one.pipelines.map((each) => ({ ...each, figures: {} })) };
  await expect(toReport(unscored)).resolves.toContain('<h1>Nothing was scored</h1>');
  const empty = { ...unscored, pipelines: [], cases: [], outcomes: [], metrics: [] };
  await expect(toReport(empty)).resolves.toContain('<h1>Nothing was scored</h1>');
});

test('shows what is shown to have changed since an earlier result', async () => {
  const { result } = await makeSampleComparison(3);
  const [changed, same] = result.comparisons;
  const comparisons = [changed, same].flatMap((each, index) =>
    each === undefined
      ? []
      : [{ ...each, verdict: index === 0 ? ('worse' as const) : ('no difference shown' as const) }],
  );
  const earlier = {
    startedAt: '2026-10-01T00:00:00.000Z',
    gleaner: '0.0.9',
    cases: 3,
    comparisons,
  };
  const report = await toReport({ ...result, earlier });
  expect(report).toContain('Since the result of 2026-10-01');
  expect(report).toMatch(/1 of 2\s+differences are shown, over the 3 cases/);
});

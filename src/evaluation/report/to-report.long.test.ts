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

test('a lead that is not shown is told by its cases, and by the sites that are missing to be sure', async () => {
  const { result } = await makeSampleComparison(30);
  const headlineOf = async (won: readonly number[], lost: readonly number[]): Promise<string> => {
    const idsOf = (places: readonly number[]): readonly string[] =>
      places.flatMap((place) => result.cases[place]?.id ?? []);
    const comparisons = result.comparisons.map((comparison) => ({
      ...comparison,
      verdict: 'no difference shown' as const,
      adjustedP: 0.4,
      won: idsOf(won),
      lost: idsOf(lost),
    }));
    const report = await toReport({ ...result, comparisons });
    expect(report).toMatch(/adjusted p 0\.400\): that may be chance\./);
    return /<h1>(.*?)<\/h1>/s.exec(report)?.[1] ?? '';
  };
  // Ten sites; of each one case.
  const [first = 0, ...others] = new Map(
    result.cases.map(({ site }, place) => [site, place]),
  ).values();
  expect(await headlineOf([first, ...others.slice(0, 2)], [])).toMatch(
    /: 3 won, 0 lost; too few sites to be sure \(needs ≥ 20\)$/,
  );
  expect(await headlineOf([first, first - 1, first - 2], [])).toMatch(/\(needs ≥ 60\)$/);
  expect(await headlineOf([first, ...others.slice(0, 5)], [])).toMatch(/: 6 won, 0 lost; that may/);
  expect(await headlineOf(others.slice(0, 2), [first])).toMatch(
    /: 2 won, 1 lost; that may be chance$/,
  );
});

test('names of pipelines stand beside the bars of fields, and a chart alone takes the width of the page', async () => {
  const { result } = await makeSampleComparison(6);
  const report = await toReport(result);
  const bars = /aria-label="f1 of [^"]*".*?<\/svg>/s.exec(report)?.[0];
  expect(bars).toContain('>structure</text>');
  expect(bars).not.toMatch(/>1<\/text>/);
  expect(report).not.toContain('class="full"');
  const metrics = result.metrics.filter(({ unit }) => unit === 'share' || unit === 'ms');
  const alone = await toReport({ ...result, metrics });
  expect(alone).toMatch(/class="pair alone".*class="full">\s*<svg[^>]* width="1060"/s);
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
  const changes = [{ pipeline: 'model', metric: 'f1', won: [], lost: ['lamp-002'] }];
  const report = await toReport({ ...result, earlier: { ...earlier, changes } });
  expect(report).toMatch(/0 cases won, 1 lost in f1\..*Lost in f1:.*data-case="lamp-002"/s);
  expect(report).toContain('Since the result of 2026-10-01');
  expect(report).toMatch(/1 of 2\s+differences are shown, over the 3 cases/);
});

test('what is no result is refused by what is missing', async () => {
  await expect(toReport({} as never)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Cannot report on the result'),
  });
});

import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import type { EvaluationResult } from '../result/evaluation-result.ts';

/** What a report shows beside figures. */
export interface ReportOptions {
  /** The cases of the comparison, whose pages are shown beside the answers. @default [] */
  readonly pages?: Iterable<Pick<EvaluationCase, 'id' | 'url' | 'body'>> | undefined;
  /** Leaves out pages, prompts, values and what models answered, e.g. for publishing. Names of cases stay. @default false */
  readonly figuresOnly?: boolean | undefined;
}

/**
 * Resolves to one HTML page about a comparison, which asks nothing from anywhere: quality against cost and latency, differences
 * with their verdicts, and each case with its page, what is expected and what was answered. What pages, models and data sets
 * say is text in it, never markup; long pages, prompts and answers are cut, and it says so where they are.
 *
 * @throws GleanerError `invalid_request` for what is no result.
 * @example
 * await writeFile('report.html', await toReport(result, { pages: cases }));
 */
export async function toReport(
  result: EvaluationResult,
  { pages = [], figuresOnly = false }: ReportOptions = {},
): Promise<string> {
  checkResult(result);
  const { renderReport } = await import('./render-report.ts');
  const byId = new Map([...pages].map((page) => [page.id, page]));
  return renderReport(result, figuresOnly ? undefined : byId);
}

/** What a report is made of. */
const parts = ['dataset', 'metrics', 'pipelines', 'comparisons', 'cases', 'outcomes', 'warnings'];

/** Throws `invalid_request` that names what is missing where something is no result of a comparison. */
function checkResult(result: unknown): void {
  const members = new Map<string, unknown>(Object.entries(Object(result) as object));
  const missing = parts.filter((part) => typeof members.get(part) !== 'object');
  if (missing.length === 0) return;
  const message = 'Missing: expected a result, as `comparePipelines` resolves to it.';
  throw invalidRequest(
    'report on the result',
    missing.map((part) => ({ path: `/${part}`, message })),
  );
}

import { loadOnce } from '../../runtime/signals/waiting.ts';
import type { EvaluationCase, ReadCasesOptions } from './evaluation-case.ts';

const load = loadOnce(() => import('./read-data-set.ts'));

/**
 * Reads a data set: a folder with a folder for each case (`case.json` beside `page.html` or `cassette.har`), or with an
 * `index.jsonl` of one case a line, which names the case's page. Pages are read when they are needed, so that a data set may
 * be larger than the memory.
 *
 * @throws TypeError where there is no such folder, or no case in it.
 * @throws GleanerError `invalid_request` that names everything that is wrong with its files, by file and line.
 */
export async function readCases(
  folder: string,
  options: ReadCasesOptions = {},
): Promise<readonly EvaluationCase[]> {
  const { readDataSet } = await load();
  return readDataSet(folder, options);
}

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { toCount } from '../../errors/to-count.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { createFaults, type Faults } from './create-faults.ts';
import type { ReadCase } from './read-case.ts';
import { readCaseFolders } from './read-case-folders.ts';
import type { ReadCasesOptions } from './read-cases-options.ts';
import { readPageIndex } from './read-page-index.ts';

/** The file of a data set whose pages are listed in one place. */
const indexName = 'index.jsonl';

/** `readCases`, loaded. */
export async function readDataSet(
  folder: string,
  options: ReadCasesOptions,
): Promise<readonly EvaluationCase[]> {
  const kind = await findKind(folder);
  if (kind === undefined) {
    throw new TypeError(`Cannot read the data set "${folder}": there is no such folder.`);
  }
  const faults = createFaults();
  const read = kind === 'index' ? readPageIndex : readCaseFolders;
  const cases = await read(folder, options, faults);
  checkUnique(cases, faults);
  if (faults.issues.length > 0) throw refusal(folder, faults);
  if (cases.length === 0) {
    throw new TypeError(
      `The data set "${folder}" holds no case: expected a folder with a case.json for each, or an ${indexName}.`,
    );
  }
  return cases.map(({ evaluationCase }) => evaluationCase);
}

async function findKind(folder: string): Promise<'index' | 'folders' | undefined> {
  const isFile = await stat(path.join(folder, indexName)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return 'index';
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? 'folders' : undefined;
}

function checkUnique(cases: readonly ReadCase[], faults: Faults): void {
  const places = new Map<string, string>();
  for (const { place, evaluationCase } of cases) {
    const { id } = evaluationCase;
    const first = places.get(id);
    if (first !== undefined && id !== '') {
      faults.add(place, `The id "${id}" is that of ${first}, too.`);
    }
    places.set(id, first ?? place);
  }
}

/** All of them in the message: a data set is corrected file by file, and not error by error. */
function refusal(folder: string, faults: Faults): GleanerError<'invalid_request'> {
  const lines = faults.issues.map(({ path: place, message }) => `\n  ${place}: ${message}`);
  const more = faults.count - faults.issues.length;
  const rest = more === 0 ? '' : `\n  and ${more} more`;
  const mistakes = toCount(faults.count, 'mistake');
  return new GleanerError(
    'invalid_request',
    `Cannot use the data set "${folder}", which has ${mistakes}:${lines.join('')}${rest}`,
    { details: { issues: faults.issues } },
  );
}

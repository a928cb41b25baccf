import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { materialFolder } from '../bench/page-set.ts';
import { isGleanerError } from '../src/runtime/errors/gleaner-error.ts';
import { compileSchema } from '../src/extraction/schema/validate/compile-schema.ts';
import { parseSchema } from '../src/extraction/schema/parse/parse-schema.ts';
import { withoutMaterial } from './support/without-material.ts';

const suite = path.join(materialFolder, 'json-schema-test-suite', 'tests');

interface Group {
  readonly description: string;
  readonly schema: boolean | Readonly<Record<string, unknown>>;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** Formats are checked here, where the suite's required part expects them to be ignored. */
const otherFiles = new Set(['format.json']);

/** Refused are references to other documents, dynamic references with several targets, custom metaschemas and unsure `unevaluatedItems`. */
const drafts = [
  { folder: 'draft4', uri: 'http://json-schema.org/draft-04/schema#', passed: 561, refused: 21 },
  { folder: 'draft6', uri: 'http://json-schema.org/draft-06/schema#', passed: 758, refused: 27 },
  { folder: 'draft7', uri: 'http://json-schema.org/draft-07/schema#', passed: 798, refused: 27 },
  {
    folder: 'draft2019-09',
    uri: 'https://json-schema.org/draft/2019-09/schema',
    passed: 1081,
    refused: 64,
  },
  {
    folder: 'draft2020-12',
    uri: 'https://json-schema.org/draft/2020-12/schema',
    passed: 1066,
    refused: 100,
  },
] as const;

function check(schema: unknown): ReturnType<typeof compileSchema> | undefined {
  try {
    return compileSchema(parseSchema(schema).schema);
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) return undefined;
    throw error;
  }
}

describe('the official JSON Schema test suite', () => {
  beforeEach(({ skip }) => skip(!existsSync(suite), withoutMaterial));
  test.each(drafts)('$folder: nothing is judged wrongly', ({ folder, uri, passed, refused }) => {
    const wrong: string[] = [];
    let refusals = 0;
    let right = 0;
    const files = readdirSync(path.join(suite, folder)).filter(
      (file) => file.endsWith('.json') && !otherFiles.has(file),
    );
    for (const file of files) {
      const groups = JSON.parse(
        readFileSync(path.join(suite, folder, file), 'utf8'),
      ) as readonly Group[];
      for (const { description, schema, tests } of groups) {
        const isValid = check(typeof schema === 'boolean' ? schema : { $schema: uri, ...schema });
        for (const { description: what, data, valid } of tests) {
          if (isValid === undefined) refusals += 1;
          else if ((isValid(data).length === 0) === valid) right += 1;
          else wrong.push(`${file}: ${description}: ${what}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(passed);
    expect(refusals).toBeLessThanOrEqual(refused);
  });
});

import { createReadStream } from 'node:fs';
import path from 'node:path';
import { type Faults, findInside, parseCaseEntry, readPageFile } from './parse-case-entry.ts';
import type { ReadCase, ReadCasesOptions } from './evaluation-case.ts';
import { readLines } from './read-lines.ts';

const indexName = 'index.jsonl';
/** Of a line: an expected answer may be as long as its page. */
const maxLine = 16 * 1_024 * 1_024;
const chunkBytes = 1_024 * 1_024;

/**
 * Reads the cases of an `index.jsonl`: one JSON object a line, `{ id, site, url, html, prompt, schema, expected, anyOf }`, where
 * `html` names the page's file, `.html` or `.html.gz`. A line may have other members, too.
 */
export async function readPageIndex(
  folder: string,
  options: ReadCasesOptions,
  faults: Faults,
): Promise<readonly ReadCase[]> {
  const cases: ReadCase[] = [];
  const stream = createReadStream(path.join(folder, indexName), { highWaterMark: chunkBytes });
  let number = 0;
  for await (const { bytes } of readLines(stream, { maxBytes: maxLine, what: indexName })) {
    number += 1;
    const line = bytes.toString('utf8');
    if (line.trim() === '') continue;
    const place = `${indexName}:${number}`;
    const read = readLine(line, folder, options, (message) => faults.add(place, message));
    if (read !== undefined) cases.push({ place, evaluationCase: read });
  }
  return cases;
}

function readLine(
  line: string,
  folder: string,
  options: ReadCasesOptions,
  refuse: (message: string) => void,
): ReadCase['evaluationCase'] | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch (error) {
    refuse(`No JSON: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  }
  const parsed = parseCaseEntry(entry, { ...options, url: inventUrl(entry) }, refuse);
  const html: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'html') : undefined;
  if (typeof html !== 'string') {
    refuse('"html" does not name the file of the page.');
    return undefined;
  }
  const found = findInside(folder, html);
  if ('fault' in found) {
    refuse(`The page "${html}" ${found.fault}.`);
    return undefined;
  }
  const { file } = found;
  return {
    ...parsed,
    get body() {
      return readPageFile(file);
    },
  };
}

/** Sets without addresses have pages all the same: links of these lead nowhere. */
function inventUrl(entry: unknown): string {
  const site: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'site') : undefined;
  const host = typeof site === 'string' ? site : 'page';
  const url = `https://${host}.example/`;
  return URL.canParse(url) ? url : 'https://page.example/';
}

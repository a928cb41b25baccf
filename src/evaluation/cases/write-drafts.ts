import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGleaner, structureExtractor, isGleanerError, type Gleaner } from '../../index.ts';
import type { DraftCasesInput, DraftedCase } from './draft-cases.ts';

const note =
  'The expected answer is a draft, read from the page without a model. Correct it by hand, and take this note out.';
/** Longest name of a case's folder; one is made of its address. */
const maxName = 80;

/** `draftCases`, loaded. */
export async function writeDrafts(input: DraftCasesInput): Promise<readonly DraftedCase[]> {
  await using gleaner = createGleaner({ ...input.gleaner, extractor: structureExtractor() });
  const drafted: DraftedCase[] = [];
  for (const source of input.sources) drafted.push(await writeDraft(source, input, gleaner));
  return drafted;
}

async function writeDraft(
  source: string,
  input: DraftCasesInput,
  gleaner: Gleaner,
): Promise<DraftedCase> {
  const { prompt, schema, folder } = input;
  const { url, page } = await readSource(source, input, gleaner);
  const { answer, problem } = await draftAnswer({ url, page }, input, gleaner);
  const { id, own } = await makeFolder(folder, toName(url));
  await writeFile(path.join(own, 'page.html'), page);
  const description = {
    note,
    url,
    site: new URL(url).hostname,
    prompt,
    ...(schema === undefined ? {} : { schema }),
    expected: answer,
  };
  await writeFile(path.join(own, 'case.json'), `${JSON.stringify(description, undefined, 2)}\n`);
  return { id, source, problem };
}

interface Source {
  readonly url: string;
  readonly page: string | Uint8Array;
}

async function readSource(
  source: string,
  { signal }: DraftCasesInput,
  gleaner: Gleaner,
): Promise<Source> {
  if (/^https?:\/\//i.test(source)) {
    const call = signal === undefined ? {} : { signal };
    const { html } = await gleaner.scrape({ url: source, format: 'html' }, call);
    return { url: source, page: html };
  }
  try {
    const name = path.basename(source, path.extname(source));
    return { url: `https://${toHost(name)}.example/`, page: await readFile(source) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`Cannot read the page "${source}": ${why}.`, { cause });
  }
}

async function draftAnswer(
  { url, page }: Source,
  { prompt, schema, signal }: DraftCasesInput,
  gleaner: Gleaner,
): Promise<{ readonly answer: unknown; readonly problem: string | undefined }> {
  const html = typeof page === 'string' ? page : new TextDecoder().decode(page);
  const call = signal === undefined ? {} : { signal };
  try {
    const input = { html, url, prompt, ...(schema === undefined ? {} : { schema }) };
    const { result } = await gleaner.extract(input, call);
    return { answer: result, problem: undefined };
  } catch (error) {
    if (!isGleanerError(error, 'validation_failed')) throw error;
    return { answer: {}, problem: error.message };
  }
}

/** A folder that was not there before: an earlier case, corrected by hand, is never written over. */
async function makeFolder(
  folder: string,
  name: string,
): Promise<{ readonly id: string; readonly own: string }> {
  await mkdir(folder, { recursive: true });
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    const own = path.join(folder, id);
    try {
      await mkdir(own);
      return { id, own };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function toName(url: string): string {
  const { hostname, pathname } = new URL(url);
  return toHost(`${hostname}${pathname}`).slice(0, maxName);
}

function toHost(text: string): string {
  const host = text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return host === '' ? 'page' : host;
}

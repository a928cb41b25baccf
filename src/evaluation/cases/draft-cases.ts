import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { GleanerOptions } from '../../core/engine/gleaner-options.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { makeFolder } from '../../runtime/make-folder.ts';
import { describeFault } from '../../runtime/errors/shown-text.ts';
import path from 'node:path';
import { type Gleaner, createGleaner, isGleanerError, structureExtractor } from '../../index.ts';

export interface DraftCasesInput {
  /** The data set: made where it is missing; its cases are kept. */
  readonly folder: string;
  /** Addresses, and paths of HTML files. */
  readonly sources: readonly string[];
  /** What is wanted of each page, in plain language. */
  readonly prompt: string;
  readonly schema?: JsonSchema | undefined;
  /** How addresses are fetched, and what is allowed. @default {} */
  readonly gleaner?: GleanerOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A case that was written. */
export interface DraftedCase {
  /** Its folder's name. */
  readonly id: string;
  readonly source: string;
  /** Why the draft of `expected` is empty; `undefined` where it is not. */
  readonly problem: string | undefined;
  /** The case that had the name already, and stays: maybe of the same page. Absent where there was none. */
  readonly beside?: string;
}

/**
 * Makes cases of pages: keeps each page, and drafts what is expected of it by the page's structure, without a model. A draft
 * is to be corrected by hand: it is what Gleaner reads, and not what is right.
 *
 * @throws TypeError for a file that cannot be read, or a folder that cannot be written.
 * @throws GleanerError for an address that cannot be fetched; the cases before it are written.
 */
export async function draftCases(input: DraftCasesInput): Promise<readonly DraftedCase[]> {
  const gleaner = createGleaner({ ...input.gleaner, extractor: structureExtractor() });
  const drafted: DraftedCase[] = [];
  try {
    for (const source of input.sources) drafted.push(await writeDraft(source, input, gleaner));
  } finally {
    await gleaner.close();
  }
  return drafted;
}

const note =
  'The expected answer is a draft, read from the page without a model. Correct it by hand, and take this note out.';
/** Longest name of a case's folder; one is made of its address. */
const maxName = 80;

async function writeDraft(
  source: string,
  input: DraftCasesInput,
  gleaner: Gleaner,
): Promise<DraftedCase> {
  const { prompt, schema, folder } = input;
  const { url, page } = await readSource(source, input, gleaner);
  const { answer, problem } = await draftAnswer({ url, page }, input, gleaner);
  const name = toName(url);
  const { id, own } = await makeCaseFolder(folder, name);
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
  return { id, source, problem, ...(id === name ? {} : { beside: name }) };
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
    throw new TypeError(`Cannot read the page "${source}": ${describeFault(cause)}.`, { cause });
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
async function makeCaseFolder(
  folder: string,
  name: string,
): Promise<{ readonly id: string; readonly own: string }> {
  makeFolder(folder);
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

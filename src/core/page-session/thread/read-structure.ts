import { type InferredValue, usualMaxWrong } from '../../../runtime/contracts/evidence.ts';
import type {
  JsonSchema,
  SettledFindings,
  StatedValue,
  StructureFindings,
  StructureQuery,
} from '../../../runtime/contracts/extractor.ts';
import type { AnyNode } from 'domhandler';
import type { ReadSource, ReadValues } from '../../../extraction/evidence/answer-leaves.ts';
import type { PageReading } from '../../../page/page-reading.ts';
import { readText } from '../../../page/tree/node-text.ts';
import { foldText } from '../../../runtime/unicode/fold-text.ts';
import { findAtPath, parseJsonPointer } from '../../../runtime/plain-json.ts';
import type { ContentSource } from '../../../page/page-reading.ts';
import { findZones } from '../../../extraction/analysis/find-zones.ts';
import { indexPage } from '../../../extraction/analysis/index-page.ts';
import {
  extractStructure,
  type ExtractStructureResult,
} from '../../../extraction/structure/extract-structure.ts';
import { findMainLack } from '../../../extraction/structure/missing-fields.ts';
import { extractFreeShape } from '../../../extraction/free-shape/extract-free-shape.ts';
import { nameFirstPlaces } from '../../../runtime/name-first.ts';

/** Fields named in one warning; the rest are counted. */
const maxNamed = 20;

/** What a page's structure says to a request; warnings name the fields that were not found. */
export function readStructure(
  reading: PageReading,
  { prompt, schema, detailLevel, maxWrong }: StructureQuery,
  keep: (read: ReadValues) => void,
): StructureFindings {
  if (schema !== undefined && !isOpen(schema)) {
    const result = extractStructure({
      reading,
      prompt,
      schema,
      detailLevel,
      maxWrong,
      mayNarrow: true,
    });
    keep(result);
    return { ...toFindings(result), needsModel: findMainLack(result) };
  }
  const { unmatched, needsModel, ...result } = extractFreeShape({ reading, prompt, detailLevel });
  keep(result);
  const findings = toFindings(result);
  if (unmatched.length === 0) return { ...findings, needsModel };
  const words = unmatched.slice(0, maxNamed).map((phrase) => `"${phrase}"`);
  const warning = `Words of the prompt that name nothing on the page: ${words.join(', ')}.`;
  return { ...findings, warnings: [...findings.warnings, warning], needsModel };
}

/** Values that a model is shown as stated for the fields that it is asked for; each costs a look at the text around it. */
const maxCandidates = 60;

/** Only the sure values are kept as read: what a model says instead of the others stands where a search finds it. */
export function readSettled(
  reading: PageReading,
  { prompt, schema, detailLevel, maxWrong = usualMaxWrong }: StructureQuery,
  keep: (read: ReadValues) => void,
): SettledFindings {
  if (schema === undefined || isOpen(schema))
    return { values: [], candidates: [], warnings: [], inferred: [] };
  const result = extractStructure({
    reading,
    prompt,
    schema,
    detailLevel,
    maxWrong: Infinity,
    mayNarrow: true,
    mayLack: true,
  });
  const { value } = result;
  const sources = new Map<string, ReadSource>();
  const candidates: StatedValue[] = [];
  for (const [path, source] of result.sources) {
    const segments = parseJsonPointer(path) ?? [];
    const { certainty } = source;
    if (certainty !== undefined && certainty.doubt <= maxWrong) {
      sources.set(path, source);
    } else if (!isInList(value, segments)) {
      const stated = [{ value: findAtPath(value, segments), source }, ...(certainty?.rivals ?? [])];
      for (const each of stated.slice(0, maxCandidates - candidates.length))
        candidates.push({ path, value: each.value, around: readAround(each.source) });
    }
  }
  keep({ value, sources });
  return {
    values: [...listWhole(value, sources), ...sources.keys()].map((path) => ({
      path,
      value: findAtPath(value, parseJsonPointer(path) ?? []),
    })),
    candidates,
    warnings: result.cuts,
    inferred: listInferred(result).filter(({ path }) => sources.has(path)),
  };
}

/** Lists of plain values all of which are among these. */
function listWhole(root: unknown, sources: ReadonlyMap<string, unknown>): readonly string[] {
  const lists = new Set(Array.from(sources.keys(), (path) => path.slice(0, path.lastIndexOf('/'))));
  return [...lists].filter((list) => {
    const items = findAtPath(root, parseJsonPointer(list) ?? []);
    return Array.isArray(items) && items.every((_, at) => sources.has(`${list}/${at}`));
  });
}

function isInList(root: unknown, segments: readonly string[]): boolean {
  return segments.some((_, length) => Array.isArray(findAtPath(root, segments.slice(0, length))));
}

/** Characters of the text around a place that a model is shown. */
const maxAround = 200;

/** The text of a place with what stands beside it: the largest element around it that is no longer than a few lines. */
function readAround({ node, attribute, pointer }: ContentSource): string | undefined {
  if (attribute !== undefined || pointer !== undefined) return undefined;
  let around: string | undefined;
  for (let at: AnyNode | null = node; at !== null; at = at.parent) {
    const text = readText(at);
    if (text.length > maxAround) break;
    around = text;
  }
  return around === '' ? undefined : around;
}

/** Keywords that say nothing of a value; those with `$` are told apart below. */
const annotations: ReadonlySet<string> = new Set(['title', 'description']);

/** Whether a schema allows any shape: `true`, `{}`, and an object of which it says nothing. */
function isOpen(schema: JsonSchema): boolean {
  if (schema === true || schema === false) return schema;
  const { type, ...others } = schema;
  return (
    (type === undefined || type === 'object') &&
    Object.keys(others).every(
      (keyword) => annotations.has(keyword) || (keyword.startsWith('$') && keyword !== '$ref'),
    )
  );
}

function toFindings(result: ExtractStructureResult): Omit<StructureFindings, 'needsModel'> {
  return {
    value: result.value ?? null,
    warnings: [...result.cuts, ...describeMissing(result)],
    inferred: listInferred(result),
  };
}

function listInferred({ sources }: ExtractStructureResult): readonly InferredValue[] {
  return Array.from(sources).flatMap(([path, { rule }]) =>
    rule === undefined ? [] : [{ path, rule }],
  );
}

function describeMissing({ missing }: ExtractStructureResult): readonly string[] {
  // Each field is told once: of what single things of the page have, in a line of its own.
  const ofThings = missing.filter(({ shown }) => shown !== undefined).slice(0, maxNamed);
  const others = missing.filter((field) => !ofThings.includes(field));
  const required = others.filter((field) => field.required).map(({ pointer }) => pointer);
  const wanted = others
    .filter((field) => !field.required && field.lacking === undefined)
    .map(({ pointer }) => pointer);
  const warnings: string[] = [];
  if (required.length > 0)
    warnings.push(`Required but not found in the page: ${nameFirstPlaces(required, maxNamed)}.`);
  if (wanted.length > 0)
    warnings.push(`Not found in the page: ${nameFirstPlaces(wanted, maxNamed)}.`);
  for (const { pointer, lacking } of missing) {
    if (lacking !== undefined)
      warnings.push(`Not found in ${lacking.count} of ${lacking.of} records: ${pointer}.`);
  }
  for (const { pointer, shown, required: isRequired } of ofThings) {
    const field = `${nameFirstPlaces([pointer], maxNamed)}${isRequired ? ', which is required' : ''}`;
    warnings.push(
      `The page itself has no ${field}: it shows ${shown} things that have one each, so ask for a list of them.`,
    );
  }
  return warnings;
}

/** A smaller main part is a page that is all navigation, or a mistake about which part is main. */
const minMainShare = 0.1;

/**
 * The text that people see, a line each block; with `mainOnly` without navigation, footers and lists of other things, unless
 * that leaves next to nothing.
 */
export function readShownText(reading: PageReading, mainOnly: boolean): string {
  const page = indexPage(reading);
  const all = toLines(page.text);
  if (!mainOnly) return all;
  const zones = findZones(page);
  const kept: string[] = [];
  let at = 0;
  for (const element of page.elements) {
    if (element.textStart < at || !zones.isAside(element)) continue;
    kept.push(page.text.slice(at, element.textStart), '\n');
    at = element.textEnd;
  }
  kept.push(page.text.slice(at));
  const main = toLines(kept.join(''));
  return main.length < all.length * minMainShare ? all : main;
}

function toLines(text: string): string {
  return text
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '')
    .join('\n');
}

import { cpuUsage } from 'node:process';
import { Parser } from 'htmlparser2';
import type { JsonSchema } from '../src/runtime/contracts/extractor.ts';
import { readPage } from '../src/page/read-page.ts';
import { extractStructure } from '../src/extraction/structure/extract-structure.ts';
import { type Figure, summarise } from './to-figure.ts';

/** A page whose extraction is timed. */
export interface TimedPage {
  readonly html: string;
  readonly url: string;
  readonly schema: JsonSchema;
}

/**
 * CPU of reading all pages and extracting from them, as a multiple of htmlparser2 passing over the same pages without
 * keeping anything. The spread is that of the rounds.
 */
export interface CpuRatio extends Figure {
  readonly reading: number;
  readonly extraction: number;
}

/** Wanted CPU of reading and extraction together. */
const target = 4;
/** The first round warms the code up and is not counted. */
const rounds = 6;
/** Pages of a task that are timed, spread over it. */
const maxPages = 40;

/**
 * Returns the CPU that reading pages and extracting from them takes. Each page's three measurements follow each other
 * directly, so that other work on the machine meets all of them; of the rounds the median counts.
 */
export function measureCpu(pages: readonly TimedPage[], prompt: string): CpuRatio {
  const every = Math.max(1, Math.ceil(pages.length / maxPages));
  const timed = pages.filter((_, at) => at % every === 0);
  const measured = Array.from({ length: rounds }, () => measureRound(timed, prompt)).slice(1);
  const { median, low, high } = summarise(
    measured.map((round) => round.reading + round.extraction),
  );
  return {
    value: median,
    target,
    met: median <= target,
    spread: [low, high],
    reading: summarise(measured.map(({ reading }) => reading)).median,
    extraction: summarise(measured.map(({ extraction }) => extraction)).median,
  };
}

/** A ratio as people read it. */
export function describeCpu({ value, met, reading, extraction }: CpuRatio): string {
  const goal = `target ${target} ${met ? 'met' : 'missed'}`;
  return `cpu: ${value.toFixed(1)} × one htmlparser2 pass (reading ${reading.toFixed(1)}, extraction ${extraction.toFixed(1)})  ${goal}`;
}

function measureRound(
  pages: readonly TimedPage[],
  prompt: string,
): { readonly reading: number; readonly extraction: number } {
  let floor = 0;
  let reading = 0;
  let extraction = 0;
  for (const { html, url, schema } of pages) {
    floor += timeCpu(() => new Parser({}).end(html)).microseconds;
    const read = timeCpu(() => readPage({ html, url }));
    reading += read.microseconds;
    extraction += timeCpu(() =>
      extractStructure({ reading: read.result, prompt, schema, detailLevel: 'medium' }),
    ).microseconds;
  }
  return { reading: reading / floor, extraction: extraction / floor };
}

function timeCpu<T>(work: () => T): { readonly result: T; readonly microseconds: number } {
  const before = cpuUsage();
  const result = work();
  const { user, system } = cpuUsage(before);
  return { result, microseconds: user + system };
}

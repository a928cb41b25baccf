import type { BlockRun } from './block-run.ts';

/**
 * Longer runs are split, so that a part of one can be sent: three times the longest recipe step of the material, and
 * still under half of the smallest budget.
 */
const maxBlockLength = 1_500;
const sentenceEnd = /[.!?。！？]["'”’)]?\s/g;

/** A run in pieces of at most 1,500 characters, cut behind sentences where it can, else between words. */
export function splitRun(run: BlockRun): readonly BlockRun[] {
  if (run.text.length <= maxBlockLength) return [run];
  const pieces: BlockRun[] = [];
  let start = 0;
  let part = 0;
  while (start < run.text.length) {
    const end = findCut(run.text, start);
    const parts = [];
    while (part < run.parts.length && (run.parts[part]?.start ?? 0) < end) {
      const { start: at, source } = run.parts[part] ?? { start: 0, source: undefined };
      if (source !== undefined) parts.push({ start: Math.max(0, at - start), source });
      part += 1;
    }
    // The part that reaches over the cut goes on in the next piece.
    if (end < run.text.length && run.parts[part]?.start !== end) part -= 1;
    const text = run.text.slice(start, end).trimEnd();
    pieces.push({
      text,
      parts,
      extras: start === 0 ? run.extras : [],
      linkLength: Math.round((run.linkLength * text.length) / run.text.length),
    });
    start = end;
  }
  return pieces;
}

function findCut(text: string, start: number): number {
  const limit = start + maxBlockLength;
  if (text.length <= limit) return text.length;
  const window = text.slice(start, limit);
  let cut = 0;
  for (const match of window.matchAll(sentenceEnd)) cut = match.index + match[0].length;
  if (cut < maxBlockLength / 2) cut = window.lastIndexOf(' ') + 1;
  return start + (cut < maxBlockLength / 2 ? maxBlockLength : cut);
}

import type { Parts } from './describe-unrecorded.ts';

/** Returns what a call asked for as named parts in lines: each member is one, a prompt has those of `toPromptParts`. */
export function toCallParts(request: unknown): Parts {
  if (typeof request !== 'object' || request === null) return { request: toLines(request) };
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, toLines(value)]));
}

function toLines(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split('\n');
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return value;
  return (JSON.stringify(value, undefined, 1) ?? '').split('\n');
}

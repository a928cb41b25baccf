import type { Issue } from '../../errors/error-codes.ts';
import { copyPlainJson } from '../../schema/json/copy-plain-json.ts';
import { upgradeRecording, type UpgradedRecording } from './upgrade-recording.ts';

/** A recipe as plain JSON in the form of today, or why there is none; nothing is said yet about what it holds. */
export interface RecipeJson extends UpgradedRecording {
  readonly issues: readonly Issue[];
}

const maxBytes = 1_000_000;
/** On top: a target with its rivals takes some 8 KB, and a recipe may have hundreds. */
const maxMemoryBytes = 4_000_000;
/** Eight loops inside each other, and a JSON Schema (64 levels) in the innermost. */
const maxDepth = 100;
/** 500 targets with memory have 200,000. */
const maxNodes = 400_000;
/** The Recorder notes positions in its JSON so, as a last line. */
const sourceMapLine = '//# recorderSourceMap=';

/** Takes a recipe from outside: JSON text or parsed JSON, bounded, without anything that JSON cannot say. */
export function readRecipeJson(input: unknown): RecipeJson {
  const read = typeof input === 'string' ? readText(input) : { value: input };
  if ('problem' in read) return refuse(read.problem);
  const copy = copyPlainJson(read.value, { maxDepth, maxNodes });
  if (copy.issues.length > 0) {
    const issues = copy.issues.map(({ path, message }) => ({
      path,
      message: `The recipe ${message}.`,
    }));
    return { recipe: undefined, origins: undefined, issues };
  }
  if (typeof copy.value !== 'object' || copy.value === null || Array.isArray(copy.value)) {
    return refuse('must be an object with "title" and "steps", as Chrome\'s Recorder exports it');
  }
  if (!fits(copy.value)) return refuse(tooLarge);
  return { ...upgradeRecording(copy.value), issues: [] };
}

const tooLarge = `is larger than ${maxBytes / 1e6} MB as JSON (its memory: ${maxMemoryBytes / 1e6} MB); shorten it, or delete its memory`;

function fits(recipe: object): boolean {
  const { memory, ...rest } = { memory: undefined as unknown, ...recipe };
  const memoryBytes = memory === undefined ? 0 : Buffer.byteLength(JSON.stringify(memory));
  return Buffer.byteLength(JSON.stringify(rest)) <= maxBytes && memoryBytes <= maxMemoryBytes;
}

function readText(text: string): { readonly value: unknown } | { readonly problem: string } {
  // White space and all; what it holds is measured once it is read.
  if (text.length > 2 * (maxBytes + maxMemoryBytes)) return { problem: tooLarge };
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const json = lines.filter((line) => !line.trimStart().startsWith(sourceMapLine)).join('\n');
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    // What the engine says about the text could repeat what stands in it.
    return { problem: 'is no JSON; export it from the Recorder as "JSON"' };
  }
}

function refuse(problem: string): RecipeJson {
  const issues = [{ path: '', message: `The recipe ${problem}.` }];
  return { recipe: undefined, origins: undefined, issues };
}

import type { Issue } from '../../runtime/errors/gleaner-error.ts';
import { copyPlainJson, parseJsonText } from '../../runtime/plain-json.ts';

/** A recipe as plain JSON, or why there is none; nothing is said yet about what it holds. */
interface RecipeJson {
  readonly recipe: unknown;
  readonly issues: readonly Issue[];
}

const megabyte = 1_048_576;
/** As large as a stored recipe may be by default. */
const maxBytes = 2 * megabyte;
/** On top: a target with its rivals takes some 8 KB, and a recipe may have hundreds. */
const maxFingerprintBytes = 4 * megabyte;
/** Eight loops inside each other, and a JSON Schema (64 levels) in the innermost. */
const maxDepth = 100;
/** 500 targets with fingerprints have 200,000. */
const maxNodes = 400_000;
/** Its JSON Schema is held against each member, and takes the square of the faulty ones: 50,000 would take half a minute. */
const maxMembers = 5_000;
/** The Recorder notes positions in its JSON so, as a last line. */
const sourceMapLine = '//# recorderSourceMap=';

/** Takes a recipe from outside: JSON text or parsed JSON, bounded, without anything that JSON cannot say. */
export function readRecipeJson(input: unknown): RecipeJson {
  const read = typeof input === 'string' ? readText(input) : { value: input };
  if ('problem' in read) return refuse(read.problem);
  const copy = copyPlainJson(read.value, { maxDepth, maxNodes, maxMembers });
  if (copy.issues.length > 0) {
    const issues = copy.issues.map(({ path, message }) => ({
      path,
      message: `The recipe ${message}.`,
    }));
    return { recipe: undefined, issues };
  }
  if (typeof copy.value !== 'object' || copy.value === null || Array.isArray(copy.value)) {
    return refuse('must be an object with "title" and "steps", as Chrome\'s Recorder exports it');
  }
  if (!fits(copy.value)) return refuse(tooLarge);
  if (!('steps' in copy.value) && 'sections' in copy.value) return refuse(outdated);
  return { recipe: copy.value, issues: [] };
}

const outdated =
  'has "sections" in place of "steps": an experiment of Chrome\'s Recorder wrote this in 2021; record it again in the Recorder of today';

const tooLarge = `is larger than ${maxBytes / megabyte} MB as JSON (its fingerprints: ${maxFingerprintBytes / megabyte} MB); shorten it, or delete its fingerprints`;

function fits(recipe: object): boolean {
  const { fingerprints, memory, ...rest }: FingerprintMembers = recipe;
  const learnt = JSON.stringify([fingerprints, memory]);
  return (
    Buffer.byteLength(JSON.stringify(rest)) <= maxBytes &&
    Buffer.byteLength(learnt) <= maxFingerprintBytes
  );
}

interface FingerprintMembers {
  readonly fingerprints?: unknown;
  /** Their former name. */
  readonly memory?: unknown;
}

/** The fingerprints that a recipe's file carries, unchecked; `undefined` where it carries none. */
export function findFingerprints(recipe: object): unknown {
  const { fingerprints, memory }: FingerprintMembers = recipe;
  return fingerprints ?? memory;
}

function readText(text: string): { readonly value: unknown } | { readonly problem: string } {
  // White space and all; what it holds is measured once it is read.
  if (text.length > 2 * (maxBytes + maxFingerprintBytes)) return { problem: tooLarge };
  try {
    return { value: parseJsonText(dropSourceMap(text)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `is no JSON (${reason}): export it from the Recorder as "JSON"` };
  }
}

/** The JSON of a recipe as the Recorder writes it. A line that is left out stays empty, so that the others keep their numbers. */
export function dropSourceMap(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.trimStart().startsWith(sourceMapLine) ? '' : line))
    .join('\n');
}

function refuse(problem: string): RecipeJson {
  const issues = [{ path: '', message: `The recipe ${problem}.` }];
  return { recipe: undefined, issues };
}

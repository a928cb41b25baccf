import { createMendBudget, mendJson, scanBrackets, type MendBudget } from './mend-json.ts';

/** More than the records of the longest page within the content budget; a longer answer is a model that ran away. */
const maxAnswerChars = 4 * 1024 * 1024;
/** The same bound as for JSON bodies: what is deeper breaks recursive readers further on. */
const maxDepth = 64;
/** Top-level pieces of JSON that are looked at; prose with more brackets than this is no answer. */
const maxPieces = 16;

/** JSON that was found in an answer. */
export interface ReadAnswer {
  readonly value: unknown;
}

/**
 * Finds the JSON in a model's answer: as it stands, else the longest piece in fences or prose, mended where quotes,
 * commas or the end are wrong. `undefined` when there is none.
 */
export function readAnswer(answer: string): ReadAnswer | undefined {
  if (answer.length > maxAnswerChars) return undefined;
  const text = dropReasoning(answer).trim();
  const whole = parseStrictly(text);
  if (whole !== undefined) return whole;
  const pieces = findPieces(text).sort((a, b) => b.length - a.length);
  const budget = createMendBudget();
  for (const piece of pieces) {
    const read = parseStrictly(piece) ?? mend(piece, budget);
    if (read !== undefined && typeof read.value === 'object' && read.value !== null) return read;
  }
  return undefined;
}

/** Some servers leave a model's thinking in front of its answer. */
function dropReasoning(text: string): string {
  const end = '</think>';
  const at = text.trimStart().startsWith('<think>') ? text.indexOf(end) : -1;
  return at < 0 ? text : text.slice(at + end.length);
}

function parseStrictly(text: string): ReadAnswer | undefined {
  try {
    return checkDepth({ value: JSON.parse(text) });
  } catch {
    // Not strict JSON: the lenient ways follow.
    return undefined;
  }
}

function mend(piece: string, budget: MendBudget): ReadAnswer | undefined {
  try {
    return checkDepth({ value: mendJson(piece, budget) });
  } catch {
    // Beyond repair, or nested deeper than the stack: no answer either way.
    return undefined;
  }
}

function checkDepth(read: ReadAnswer): ReadAnswer | undefined {
  let level: readonly unknown[] = [read.value];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return read;
  }
  return undefined;
}

/** Text from each opening bracket outside of another to the one that closes it, or to the end. */
function findPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length < maxPieces) {
    const start = text.slice(from).search(/[{[]/);
    if (start < 0) break;
    const { end } = scanBrackets(text, from + start, text.length);
    if (end === undefined) {
      pieces.push(dropTail(text.slice(from + start)));
      break;
    }
    pieces.push(text.slice(from + start, end));
    from = end;
  }
  return pieces;
}

/** An answer that was cut may still end with the fence it was put in. */
function dropTail(piece: string): string {
  const text = piece.trimEnd();
  return text.endsWith('```') ? text.slice(0, -3) : text;
}

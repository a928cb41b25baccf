import { lookAhead } from './loose-text.ts';
import { readLooseJson, type LooseJson, type LooseJsonLimits } from './read-loose-json.ts';

const emptyPiece = /^(?:\{\s*\}|\[\s*\])$/;

/**
 * Returns the arrays and objects of a text that stand in no other one, in order, each read as leniently as
 * `readLooseJson` does. One that breaks a limit is the last. An empty one counts only where it is written as one, since
 * noise is read as empty too. Takes linear time.
 */
export function findLooseJson(text: string, limits: LooseJsonLimits): readonly LooseJson[] {
  const source = lookAhead(text);
  const bracket = /[{[]/g;
  const found: LooseJson[] = [];
  for (let start = bracket.exec(text); start !== null; start = bracket.exec(text)) {
    const piece = readLooseJson(source, start.index, limits);
    if (piece.broken !== undefined) return [...found, piece];
    bracket.lastIndex = piece.end;
    if (!isEmpty(piece.value) || emptyPiece.test(text.slice(piece.start, piece.end))) {
      found.push(piece);
    }
  }
  return found;
}

function isEmpty(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

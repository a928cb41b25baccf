import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import type { RecipeDocument } from './recipe-document.ts';

/** A step that changed its place in its list. */
export interface StepMove {
  /** JSON Pointer to the list: `/steps`, `/steps/5/parameters/steps`. */
  readonly list: string;
  /** Its index before; `undefined` for a new step. */
  readonly from: number | undefined;
  /** Its index afterwards; `undefined` for a step that was removed. */
  readonly to: number | undefined;
}

/**
 * Returns the recipe with what its last good run learnt under the paths that its targets have after the move: paths name
 * steps by their index, and an element of another step must not be taken for this one's.
 */
export function moveFingerprints(document: RecipeDocument, move: StepMove): RecipeDocument {
  const { fingerprints } = document;
  if (!isSchemaObject(fingerprints) || !isSchemaObject(fingerprints['targets'])) return document;
  const targets = Object.entries(fingerprints['targets']).flatMap(([path, known]) => {
    const moved = movePath(path, move);
    return moved === undefined ? [] : [[moved, known] as const];
  });
  return {
    ...document,
    fingerprints: { ...fingerprints, targets: Object.fromEntries(targets) },
  };
}

/** The path of a target after the move; `undefined` where its step is gone. */
function movePath(path: string, { list, from, to }: StepMove): string | undefined {
  const rest = path.startsWith(`${list}/`) ? path.slice(list.length + 1) : '';
  const [, digits, below = ''] = /^(\d+)(\/.*)?$/s.exec(rest) ?? [];
  if (digits === undefined) return path;
  const index = Number(digits);
  if (index === from) return to === undefined ? undefined : `${list}/${to}${below}`;
  const closed = from !== undefined && from < index ? index - 1 : index;
  const opened = to !== undefined && to <= closed ? closed + 1 : closed;
  return `${list}/${opened}${below}`;
}

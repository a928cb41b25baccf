import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import { listVariables, type Variable } from '../steps/list-variables.ts';

/** The variables of a draft that have neither a default nor one of the given values. */
export function findMissingValues(
  draft: StudioDraft | undefined,
  values: Readonly<Record<string, string>>,
): readonly Variable[] {
  if (draft?.document === undefined) return [];
  return listVariables(draft.document).filter(
    (variable) => variable.default === undefined && !Object.hasOwn(values, variable.name),
  );
}

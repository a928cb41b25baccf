import type { ProposedSelector } from '../../contracts/recipe/proposed-selector.ts';
import type { FieldType } from '../../contracts/recipe/recipe.ts';
import type { DraftField, ListDraft } from './list-draft.ts';

/** Gives a field another name; throws a `RangeError` where it is taken, empty or longer than 100 characters. */
export function renameField(draft: ListDraft, name: string, to: string): ListDraft {
  const tidy = to.trim();
  if (tidy === '' || tidy.length > 100 || tidy === '__proto__') {
    throw new RangeError('The name of a field has 1 to 100 characters.');
  }
  if (tidy !== name && draft.fields.some((field) => field.name === tidy)) {
    throw new RangeError(`There is a field "${tidy}" already; choose another name.`);
  }
  return change(draft, name, { name: tidy });
}

/** Reads a field as another type; throws a `RangeError` where the draft has no such field, as all edits do. */
export function retypeField(draft: ListDraft, name: string, type: FieldType): ListDraft {
  return change(draft, name, { type });
}

/** Says whether items may lack a field. */
export function setFieldOptional(draft: ListDraft, name: string, isOptional: boolean): ListDraft {
  return change(draft, name, { isOptional });
}

/** Replaces the selectors of a field; throws a `RangeError` where there is none. */
export function setFieldSelectors(
  draft: ListDraft,
  name: string,
  selectors: readonly ProposedSelector[],
): ListDraft {
  if (selectors.length === 0) throw new RangeError(`The field "${name}" needs a selector.`);
  return change(draft, name, { selectors });
}

/** Takes a field out; it does not come back when the items change. */
export function dropField(draft: ListDraft, name: string): ListDraft {
  const gone = requireField(draft, name);
  return {
    ...draft,
    fields: draft.fields.filter((field) => field !== gone),
    dropped: [...draft.dropped, gone],
  };
}

function change(draft: ListDraft, name: string, to: Partial<DraftField>): ListDraft {
  const changed = requireField(draft, name);
  return {
    ...draft,
    fields: draft.fields.map((field) => (field === changed ? { ...field, ...to } : field)),
  };
}

function requireField({ fields }: ListDraft, name: string): DraftField {
  const found = fields.find((field) => field.name === name);
  if (found === undefined) throw new RangeError(`The draft has no field "${name}".`);
  return found;
}

import { invalidRequest } from '../../errors/invalid-request.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { findAtPath, parseJsonPointer } from '../../schema/json-pointer.ts';
import { parseDraftEdit, type DraftEdit } from './draft-edit.ts';
import { moveFingerprints, type StepMove } from './move-fingerprints.ts';
import { parseRecipeDocument, type RecipeDocument } from './recipe-document.ts';
import { makeVariable, removeVariable, renameVariable, setVariable } from './edit-variables.ts';

/**
 * Returns the recipe with one change; the recipe that was given stays as it is. What the last good run learnt stays
 * with its steps. Throws `invalid_request` where the recipe, the change or what would come of it cannot be used.
 */
export function editDraft(recipe: unknown, change: unknown): RecipeDocument {
  const { document } = parseRecipeDocument(recipe);
  const edit = parseDraftEdit(change);
  return parseRecipeDocument(applyEdit(document, edit)).document;
}

/** The document is the edit's own: it may be changed in place. */
function applyEdit(document: RecipeDocument, edit: DraftEdit): RecipeDocument {
  switch (edit.edit) {
    case 'set_title':
      return { ...document, title: edit.title };
    case 'add_step': {
      const at = edit.at ?? `/steps/${document.steps.length}`;
      const { list, index } = requireList(document, at, 'at');
      list.splice(index, 0, edit.step);
      return moveFingerprints(document, { list: listPathOf(at), from: undefined, to: index });
    }
    case 'replace_step': {
      const { list, index } = requireStep(document, edit.path);
      list.splice(index, 1, edit.step);
      return document;
    }
    case 'remove_step': {
      const { list, index } = requireStep(document, edit.path);
      list.splice(index, 1);
      return moveFingerprints(document, {
        list: listPathOf(edit.path),
        from: index,
        to: undefined,
      });
    }
    case 'move_step': {
      const { list, index } = requireStep(document, edit.path);
      const to = Math.min(edit.to, list.length - 1);
      list.splice(to, 0, ...list.splice(index, 1));
      const move: StepMove = { list: listPathOf(edit.path), from: index, to };
      return moveFingerprints(document, move);
    }
    case 'set_optional': {
      const place = requireObject(document, edit.path);
      if (edit.optional) place['optional'] = true;
      else delete place['optional'];
      return document;
    }
    case 'make_variable':
      return makeVariable(document, edit);
    case 'rename_variable':
      return renameVariable(document, edit.name, edit.to);
    case 'set_variable':
      return setVariable(document, edit);
    case 'remove_variable':
      break;
  }
  return removeVariable(document, edit.name);
}

interface ListPlace {
  readonly list: unknown[];
  readonly index: number;
}

function requireStep(document: RecipeDocument, path: string): ListPlace {
  const place = requireList(document, path, 'path');
  if (place.index < place.list.length) return place;
  throw refuse('path', `The recipe has no step at "${path}".`);
}

/** The list of steps that a step stands in, or comes to stand in. */
function requireList(document: RecipeDocument, path: string, field: string): ListPlace {
  const segments = parseJsonPointer(path) ?? [];
  const last = segments.at(-1) ?? '';
  const list = findAtPath(document, segments.slice(0, -1));
  const index = Number(last);
  const isList = segments.at(-2) === 'steps' && Array.isArray(list);
  if (isList && /^\d{1,4}$/.test(last) && index <= list.length) {
    return { list: list as unknown[], index };
  }
  throw refuse(field, `The recipe has no step at "${path}"; name one as "/steps/0".`);
}

function requireObject(document: RecipeDocument, path: string): Record<string, unknown> {
  const found = findAtPath(document, parseJsonPointer(path) ?? []);
  if (path.startsWith('/steps/') && isSchemaObject(found)) return found;
  throw refuse('path', `The recipe has no step or field at "${path}".`);
}

function listPathOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function refuse(field: string, message: string): Error {
  return invalidRequest('change the recipe', [{ path: `/${field}`, message }]);
}

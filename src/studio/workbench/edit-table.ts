import { GleanerError } from '../../errors/gleaner-error.ts';
import type { StudioTableEdit } from '../api/studio-table.ts';
import {
  dropField,
  renameField,
  retypeField,
  setFieldOptional,
  setFieldSelectors,
} from '../picking/edit-draft.ts';
import type { ListDraft } from '../picking/list-draft.ts';
import { addField, includeKind, proposeList, setItemSelectors } from '../picking/propose-draft.ts';
import { type PageView, requirePlaced } from './page-view.ts';

/** A table, and the page that it is read from. */
export interface EditedTable {
  readonly view: PageView;
  readonly draft: ListDraft;
  /** Of the element that was pointed at; `undefined` where the page is one item. */
  readonly mark: number | undefined;
  /** Whether the page was replaced since: marks of elements mean others now. */
  readonly isStale: boolean;
}

/**
 * Returns the draft with one change. Throws a `RangeError` for what it has not, or cannot have; rejects with `conflict` for a change that
 * needs elements of a page that was replaced.
 */
export async function editTable(
  table: EditedTable,
  edit: Exclude<StudioTableEdit, { readonly edit: 'set_pagination' }>,
): Promise<ListDraft> {
  const { view, draft, mark } = table;
  const { ask } = view;
  switch (edit.edit) {
    case 'include_kind':
      checkFresh(table);
      return includeKind(ask, draft, edit.kind, edit.included);
    case 'add_field': {
      checkFresh(table);
      const found = await requirePlaced(view.page, edit, view.page.browsing.signal);
      const isHere = JSON.stringify(found.view.path) === JSON.stringify(view.path);
      const point = isHere && found.mark !== undefined ? { mark: found.mark } : undefined;
      const added = point && (await addField(ask, draft, point));
      if (added === undefined) throw new RangeError(noField);
      return added;
    }
    case 'rename_field':
      return renameField(draft, edit.name, edit.to);
    case 'retype_field':
      return retypeField(draft, edit.name, edit.type);
    case 'set_optional':
      return setFieldOptional(draft, edit.name, edit.optional);
    case 'set_field_selectors':
      return setFieldSelectors(draft, edit.name, edit.selectors);
    case 'set_item_selectors':
      return setItemSelectors(ask, draft, edit.selectors);
    case 'drop_field':
      return dropField(draft, edit.name);
    case 'choose_list':
      break;
  }
  checkFresh(table);
  const list = mark && (await proposeList(ask, { at: { mark }, choice: edit.choice }));
  if (list === undefined || list === 0) throw new RangeError('There is no such list around it.');
  return list;
}

function checkFresh({ isStale }: EditedTable): void {
  if (isStale) throw new GleanerError('conflict', replaced);
}

const replaced = 'The page was replaced since you pointed at the item: point at it again.';
const noField =
  'No value of the items stands there: point at an element inside of an item, one that other items have, too.';

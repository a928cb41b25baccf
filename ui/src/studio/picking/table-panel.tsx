import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { callStudio } from '../client/call-studio.ts';
import type { Selectors, TableEdit } from '../client/shapes.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { KeepTable } from './keep-table.tsx';
import { PaginationNotice } from './pagination-notice.tsx';
import { SelectorsDialog } from './selectors-dialog.tsx';
import { TableGrid } from './table-grid.tsx';

/** The list that was pointed at as a live table: its kinds of blocks, fields, rows, and the way to further pages. */
export function TablePanel() {
  const studio = useStudio();
  const { table, pointing, picks } = useView();
  const [act, isBusy] = useAct();
  const [selectorsOf, setSelectorsOf] = useState<number | 'items'>();
  const panel = useRef<HTMLDivElement>(null);
  const seen = useRef(picks);
  useEffect(() => {
    if (seen.current === picks) return;
    seen.current = picks;
    // The names are what people change first: a name is typed at once.
    panel.current?.querySelector<HTMLElement>('.field-name')?.focus();
  }, [picks]);

  if (table === undefined) {
    return (
      <Empty title="Point at one item, get the table">
        <p>
          Press “Pick an item” and click any item of a list in the page: all others are found, with
          their fields and the way to further pages.
        </p>
        <div className="actions">
          <Button look="primary" onClick={() => studio.point({ as: 'list' })}>
            Pick an item
          </Button>
          <Button isBusy={isBusy} onClick={() => act(() => studio.pick({ as: 'page' }))}>
            The page is one item
          </Button>
        </div>
      </Empty>
    );
  }
  const edit = (body: TableEdit): Promise<void> =>
    studio.changeTable(() => callStudio('POST /session/table/edit', { body }));
  const { draft, counts } = table;
  const isAdding = pointing.as === 'field';
  const field = typeof selectorsOf === 'number' ? draft.fields[selectorsOf] : undefined;
  return (
    <div className="stack" ref={panel}>
      <div className="row table-tools">
        <strong>
          {draft.kinds === undefined ? 'The page is one item' : toRowCount(table.rowCount)}
        </strong>
        {draft.kinds !== undefined && draft.kinds.length > 1 && (
          <div
            className="row"
            role="group"
            aria-label="Kinds of blocks: press one to include or leave out"
          >
            {draft.kinds.map((kind, index) => (
              <button
                key={kind.label}
                type="button"
                className={kind.isIncluded ? 'chip is-on' : 'chip'}
                aria-pressed={kind.isIncluded}
                onClick={() =>
                  act(() => edit({ edit: 'include_kind', kind: index, included: !kind.isIncluded }))
                }
              >
                <code>{kind.label}</code> {kind.marks.length}
              </button>
            ))}
          </div>
        )}
        <Button
          aria-pressed={isAdding}
          onClick={() => studio.point({ as: isAdding ? 'browse' : 'field' })}
        >
          {isAdding ? 'Done adding' : 'Add a field'}
        </Button>
        {draft.kinds !== undefined && (
          <Button look="quiet" onClick={() => setSelectorsOf('items')}>
            Selectors of the items
          </Button>
        )}
        {draft.others.map((count, index) => (
          <Button
            key={index}
            look="quiet"
            onClick={() => act(() => edit({ edit: 'choose_list', choice: index + 1 }))}
          >
            {`Another list (${count})`}
          </Button>
        ))}
        {draft.kinds !== undefined && (
          <Button look="quiet" onClick={() => act(() => studio.pick({ as: 'page' }))}>
            The page is one item
          </Button>
        )}
        <Button look="quiet" onClick={() => act(() => studio.forgetTable())}>
          Forget the table
        </Button>
      </div>
      {isAdding && (
        <p className="soft" role="status">
          Click a value in any item of the page: it becomes a field of all items.
        </p>
      )}
      <TableGrid
        table={table}
        onEdit={(change) => act(() => edit(change))}
        onSelectors={setSelectorsOf}
      />
      {draft.kinds !== undefined && (
        <PaginationNotice
          table={table}
          onSearch={() => act(studio.searchPages)}
          onSet={(included) => act(() => edit({ edit: 'set_pagination', included }))}
        />
      )}
      <KeepTable />
      {selectorsOf === 'items' && (
        <SelectorsDialog
          title="Selectors of the items"
          selectors={draft.selectors.map(({ selector }) => selector)}
          counts={counts.items.map(({ count, hidden }) => toItemCount(count, hidden))}
          onClose={() => setSelectorsOf(undefined)}
          onSave={(selectors: Selectors) => edit({ edit: 'set_item_selectors', selectors })}
        />
      )}
      {field !== undefined && typeof selectorsOf === 'number' && (
        <SelectorsDialog
          title={`Selectors of ${field.name}`}
          selectors={field.selectors}
          counts={(counts.fields[selectorsOf] ?? []).map(
            ({ inItem, onPage }) => `${inItem} in the first item, ${onPage} on the page`,
          )}
          onClose={() => setSelectorsOf(undefined)}
          onSave={(selectors: Selectors) =>
            edit({ edit: 'set_field_selectors', name: field.name, selectors })
          }
        />
      )}
    </div>
  );
}

function toRowCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function toItemCount(count: number, hidden: number): string {
  return hidden === 0 ? `${count} on the page` : `${count} on the page, ${hidden} of them hidden`;
}

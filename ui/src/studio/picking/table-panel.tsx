import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { callStudio } from '../client/call-studio.ts';
import type { Selectors, TableEdit } from '../client/shapes.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { KeepTable } from './keep-table.tsx';
import { PaginationNotice } from './pagination-notice.tsx';
import { SelectorsDialog } from './selectors-dialog.tsx';
import { TableGrid } from './table-grid.tsx';

const t = studioTexts.table;

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
      <Empty title={t.emptyTitle}>
        <p>{t.emptyLead}</p>
        <div className="actions">
          <Button look="primary" onClick={() => studio.point({ as: 'list' })}>
            {t.pickItem}
          </Button>
          <Button isBusy={isBusy} onClick={() => act(() => studio.pick({ as: 'page' }))}>
            {t.asPage}
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
        <strong>{draft.kinds === undefined ? t.onePage : t.rowCount(table.rowCount)}</strong>
        {draft.kinds !== undefined && draft.kinds.length > 1 && (
          <div className="row" role="group" aria-label={t.kinds}>
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
          {isAdding ? t.endAdding : t.addField}
        </Button>
        {draft.kinds !== undefined && (
          <Button look="quiet" onClick={() => setSelectorsOf('items')}>
            {t.itemSelectors}
          </Button>
        )}
        {draft.others.map((count, index) => (
          <Button
            key={index}
            look="quiet"
            onClick={() => act(() => edit({ edit: 'choose_list', choice: index + 1 }))}
          >
            {t.otherList(count)}
          </Button>
        ))}
        {draft.kinds !== undefined && (
          <Button look="quiet" onClick={() => act(() => studio.pick({ as: 'page' }))}>
            {t.asPage}
          </Button>
        )}
        <Button look="quiet" onClick={() => act(() => studio.forgetTable())}>
          {t.forget}
        </Button>
      </div>
      {isAdding && (
        <p className="soft" role="status">
          {t.addHint}
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
          title={t.itemSelectors}
          selectors={draft.selectors.map(({ selector }) => selector)}
          counts={counts.items.map(({ count, hidden }) => t.itemCount(count, hidden))}
          onClose={() => setSelectorsOf(undefined)}
          onSave={(selectors: Selectors) => edit({ edit: 'set_item_selectors', selectors })}
        />
      )}
      {field !== undefined && typeof selectorsOf === 'number' && (
        <SelectorsDialog
          title={t.selectorsOf(field.name)}
          selectors={field.selectors}
          counts={(counts.fields[selectorsOf] ?? []).map(({ inItem, onPage }) =>
            t.fieldCount(inItem, onPage),
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

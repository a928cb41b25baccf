import { useState } from 'react';
import type { StudioTable } from '../../../../src/studio/api/studio-table.ts';
import { Button } from '../../components/controls/button.tsx';
import { toCellText } from '../../components/data/to-cell-text.ts';
import type { TableEdit } from '../client/shapes.ts';
import { FieldHead } from './field-head.tsx';

export interface TableGridProps {
  readonly table: StudioTable;
  readonly onEdit: (edit: TableEdit) => void;
  readonly onSelectors: (field: number) => void;
}

/** Rows drawn at a time. */
const rowsAtATime = 25;

/** What a run would read: the rows of the page, and those of the second page behind them. */
export function TableGrid({ table, onEdit, onSelectors }: TableGridProps) {
  const [shown, setShown] = useState(rowsAtATime);
  const { draft, rows, columns, pagination } = table;
  const added = pagination?.state === 'found' ? pagination.rows : [];
  const all = [
    ...rows.map((row, index) => ({ row, index, page: 1 })),
    ...added.map((row, index) => ({ row, index, page: 2 })),
  ];
  const columnOf = (name: string) => columns.find((column) => column.name === name);
  return (
    <>
      <div className="table-frame" role="region" aria-label="Rows of the table" tabIndex={0}>
        <table className="table table-data pick-table">
          <thead>
            <tr>
              <th scope="col" className="index">
                #
              </th>
              {draft.fields.map((field, index) => (
                <FieldHead
                  key={index}
                  field={field}
                  column={columnOf(field.name)}
                  rowCount={table.rowCount}
                  onEdit={onEdit}
                  onSelectors={() => onSelectors(index)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {all.slice(0, shown).map(({ row, index, page }) => (
              <tr key={`${page}.${index}`} className={page === 2 ? 'is-second' : undefined}>
                <td className="index">{page === 2 ? `p. 2 · ${index + 1}` : index + 1}</td>
                {draft.fields.map(({ name }) => {
                  const value = row[name];
                  const isMissing = value === undefined || value === null;
                  return (
                    <td key={name} className={isMissing ? 'is-missing' : undefined}>
                      {isMissing ? 'none' : toCellText(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < all.length && (
        <div>
          <Button onClick={() => setShown(shown + 4 * rowsAtATime)}>
            {`Show more (${all.length - shown} left)`}
          </Button>
        </div>
      )}
    </>
  );
}

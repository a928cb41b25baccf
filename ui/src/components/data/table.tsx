import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly look?: 'number' | 'nowrap' | 'end';
}

export interface TableProps<Row> {
  /** Read out as the table's name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A list with named columns; on narrow screens each row is a card. The roles are written out: cards lose those of a table. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="table-frame">
      <table className="table table-cards" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} role="columnheader" scope="col" className={column.look}>
                {column.label === '' ? <span className="visually-hidden">…</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={column.label}
                  role="cell"
                  className={column.look}
                  data-label={column.label}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

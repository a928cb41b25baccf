import { useState } from 'react';
import { toCellText } from './to-cell-text.ts';
import { Button } from '../controls/button.tsx';

export interface DataTableProps {
  readonly label: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Rows drawn at a time: a table of 10,000 rows would make the page slow. */
const rowsAtATime = 100;

/** Items as a table whose columns are their fields, in order of first appearance; every value is text. */
export function DataTable({ label, rows }: DataTableProps) {
  const [shown, setShown] = useState(rowsAtATime);
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className="stack stack-tight">
      {/* A region that can be scrolled must be reachable by keyboard. */}
      <div className="table-frame" role="region" aria-label={label} tabIndex={0}>
        <table className="table table-data">
          <thead>
            <tr>
              <th scope="col" className="index">
                #
              </th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                <td className="index">{index + 1}</td>
                {fields.map((field) => (
                  <td key={field}>{toCellText(row[field])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < rows.length && (
        <div>
          <Button onClick={() => setShown(shown + rowsAtATime)}>
            {`Show more (${rows.length - shown} left)`}
          </Button>
        </div>
      )}
    </div>
  );
}

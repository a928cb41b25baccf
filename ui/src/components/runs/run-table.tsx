import type { Run } from '../../api/shapes.ts';
import { toHref } from '../../app/use-place.ts';
import { texts } from '../../texts/en.ts';
import { formatNumber } from '../data/format-number.ts';
import { Moment } from '../data/moment.tsx';
import { RunBadge } from './run-badge.tsx';
import { Table, type Column } from '../data/table.tsx';

export interface RunTableProps {
  readonly runs: readonly Run[];
  /** Instead of links, the account of each run: an operator does not open them. */
  readonly isOperator?: boolean;
}

/** Runs in one line each. */
export function RunTable({ runs, isOperator = false }: RunTableProps) {
  const t = texts.runs.columns;
  const first: readonly Column<Run>[] = isOperator
    ? [
        { label: t.run, cell: (run) => <span className="mono">{run.id}</span> },
        {
          label: t.account,
          cell: (run) => <a href={toHref(`/accounts/${run.account}`)}>{run.account}</a>,
        },
      ]
    : [
        {
          label: t.run,
          cell: (run) => (
            <a className="mono" href={toHref(`/runs/${run.id}`)}>
              {run.id}
            </a>
          ),
        },
        {
          label: t.recipe,
          cell: (run) => (
            <a className="mono" href={toHref(`/recipes/${run.recipeId}`)}>
              {run.recipeId}
            </a>
          ),
        },
      ];
  return (
    <Table
      label={texts.runs.title}
      rows={runs}
      rowKey={(run) => run.id}
      columns={[
        ...first,
        { label: t.status, cell: (run) => <RunBadge status={run.status} /> },
        { label: t.items, look: 'number', cell: (run) => formatNumber(run.itemsExtracted) },
        { label: t.pages, look: 'number', cell: (run) => formatNumber(run.pagesExtracted) },
        { label: t.credits, look: 'number', cell: (run) => formatNumber(run.creditsUsed) },
        { label: t.created, look: 'nowrap', cell: (run) => <Moment at={run.createdAtMs} /> },
      ]}
    />
  );
}

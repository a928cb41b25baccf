import type { Run } from '../../api/shapes.ts';
import { toHref } from '../../app/use-place.ts';
import { formatNumber } from '../data/format-number.ts';
import { Moment } from '../data/moment.tsx';
import { RecipeLink } from './recipe-link.tsx';
import { RunBadge } from './run-badge.tsx';
import { Table, type Column } from '../data/table.tsx';

export interface RunTableProps {
  readonly runs: readonly Run[];
  /** Instead of links, the account of each run: an operator does not open them. */
  readonly isOperator?: boolean;
  /** Whether all are of the recipe that is shown around them. */
  readonly isOfOneRecipe?: boolean;
}

/** Runs in one line each. */
export function RunTable({ runs, isOperator = false, isOfOneRecipe = false }: RunTableProps) {
  const first: readonly Column<Run>[] = isOperator
    ? [
        { label: 'Run', cell: (run) => <span className="mono">{run.id}</span> },
        {
          label: 'Account',
          cell: (run) => <a href={toHref(`/accounts/${run.account}`)}>{run.account}</a>,
        },
      ]
    : [
        {
          label: 'Run',
          cell: (run) => (
            <a className="mono" href={toHref(`/runs/${run.id}`)}>
              {run.id}
            </a>
          ),
        },
        ...(isOfOneRecipe
          ? []
          : [{ label: 'Recipe', cell: (run: Run) => <RecipeLink id={run.recipeId} /> }]),
      ];
  return (
    <Table
      label="Runs"
      rows={runs}
      rowKey={(run) => run.id}
      columns={[
        ...first,
        { label: 'State', cell: (run) => <RunBadge status={run.status} /> },
        { label: 'Items', look: 'number', cell: (run) => formatNumber(run.itemsExtracted) },
        { label: 'Pages', look: 'number', cell: (run) => formatNumber(run.pagesExtracted) },
        { label: 'Credits', look: 'number', cell: (run) => formatNumber(run.creditsUsed) },
        { label: 'Started', look: 'nowrap', cell: (run) => <Moment at={run.createdAtMs} /> },
      ]}
    />
  );
}

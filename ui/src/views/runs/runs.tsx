import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { goTo, toHref, usePlace } from '../../app/use-place.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { RunTable } from '../../components/runs/run-table.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { runStates } from '../../components/runs/run-badge.tsx';

const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** The runs of an account, filtered by what stands in the address. */
export function Runs() {
  const { query } = usePlace();
  const status = query.get('status') ?? '';
  const recipeId = query.get('recipe') ?? '';
  const recipes = useApi('GET /recipes', { query: { limit: 200 } });
  const pages = usePages(
    'GET /runs',
    {
      status: status === '' ? undefined : status,
      recipeId: recipeId === '' ? undefined : recipeId,
    },
    ({ runs }) => ({ count: runs.length, id: runs.at(-1)?.id }),
  );
  const filter = (change: { readonly status?: string; readonly recipe?: string }) => {
    goTo(toHref('/runs', { status, recipe: recipeId, ...change }));
  };
  const runs = pages.data?.pages.flatMap((page) => page.runs);
  return (
    <>
      <PageHeader
        title="Runs"
        lead="What recipes collected. A run that fails or is cancelled costs nothing."
      />
      <div className="stack">
        <div className="row row-end">
          <SelectField
            label="State"
            value={status}
            options={[
              { value: '', label: 'Any state' },
              ...statuses.map((value) => ({ value, label: runStates[value] })),
            ]}
            onChange={(status) => filter({ status })}
          />
          <SelectField
            label="Recipe"
            value={recipeId}
            options={[
              { value: '', label: 'All recipes' },
              ...(recipes.data?.recipes ?? []).map(({ id, title }) => ({
                value: id,
                label: title === '' ? id : title,
              })),
            ]}
            onChange={(recipe) => filter({ recipe })}
          />
        </div>
        {pages.error !== null && (
          <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {runs === undefined && pages.error === null && <Loading />}
        {runs?.length === 0 && (
          <Empty title="No runs">
            <p>No run fits. Start one from its recipe, by the API, or by a schedule.</p>
          </Empty>
        )}
        {runs !== undefined && runs.length > 0 && <RunTable runs={runs} />}
        <MoreButton
          hasMore={pages.hasNextPage}
          isBusy={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      </div>
    </>
  );
}

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
import { texts } from '../../texts/en.ts';

const t = texts.runs;
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
      <PageHeader title={t.title} lead={t.lead} />
      <div className="stack">
        <div className="row row-end">
          <SelectField
            label={t.filterStatus}
            value={status}
            options={[
              { value: '', label: t.anyStatus },
              ...statuses.map((value) => ({ value, label: t.status[value] })),
            ]}
            onChange={(status) => filter({ status })}
          />
          <SelectField
            label={t.filterRecipe}
            value={recipeId}
            options={[
              { value: '', label: t.anyRecipe },
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
          <Empty title={t.none}>
            <p>{t.noneLead}</p>
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

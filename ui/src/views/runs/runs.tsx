import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { goTo, toHref, usePlace } from '../../app/use-place.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { LoadedPages } from '../../components/feedback/loaded-pages.tsx';
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
    ({ runs }) => runs,
  );
  const filter = (change: { readonly status?: string; readonly recipe?: string }) => {
    goTo(toHref('/runs', { status, recipe: recipeId, ...change }));
  };
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
        <LoadedPages
          pages={pages}
          empty={
            <Empty title="No runs">
              <p>No run fits. Start one from its recipe, by the API, or by a schedule.</p>
            </Empty>
          }
        >
          {(runs) => <RunTable runs={runs} />}
        </LoadedPages>
      </div>
    </>
  );
}

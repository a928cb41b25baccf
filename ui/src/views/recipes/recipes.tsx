import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { toHref } from '../../app/use-place.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { StudioLink, useHasStudio } from '../../components/controls/studio-link.tsx';
import { Table } from '../../components/data/table.tsx';
import { PutRecipe } from './put-recipe.tsx';

/** The recipes of an account. */
export function Recipes() {
  const pages = usePages('GET /recipes', {}, ({ recipes }) => ({
    count: recipes.length,
    id: recipes.at(-1)?.id,
  }));
  const [isAdding, setAdding] = useState(false);
  const hasStudio = useHasStudio();
  const recipes = pages.data?.pages.flatMap((page) => page.recipes);
  return (
    <>
      <PageHeader
        title="Recipes"
        lead="A recipe is a recording of Chrome’s Recorder, with the items that are collected on its way."
      >
        <Button
          {...(hasStudio ? {} : { look: 'primary' as const })}
          onClick={() => setAdding(true)}
        >
          Add a recording
        </Button>
        <StudioLink look="primary">New recipe</StudioLink>
      </PageHeader>
      <div className="stack">
        {pages.error !== null && (
          <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {recipes === undefined && pages.error === null && <Loading />}
        {recipes?.length === 0 && (
          <Empty title="No recipes yet">
            <p>
              {hasStudio
                ? 'Make one in the studio: point at an item of a list, and get the table.'
                : 'Record one in Chrome’s DevTools, or have one drafted by gleaner recipe draft.'}
            </p>
          </Empty>
        )}
        {recipes !== undefined && recipes.length > 0 && (
          <Table
            label="Recipes"
            rows={recipes}
            rowKey={(recipe) => recipe.id}
            columns={[
              {
                label: 'Recipe',
                cell: (recipe) => (
                  <a href={toHref(`/recipes/${recipe.id}`)}>
                    {recipe.title === '' ? 'Untitled' : recipe.title}
                  </a>
                ),
              },
              { label: 'Id', cell: (recipe) => <code>{recipe.id}</code> },
              {
                label: 'State',
                cell: (recipe) =>
                  recipe.enabled ? <Badge look="good">Enabled</Badge> : <Badge>Disabled</Badge>,
              },
              { label: 'Version', look: 'number', cell: (recipe) => recipe.revision },
              {
                label: 'Changed',
                look: 'nowrap',
                cell: (recipe) => <Moment at={recipe.updatedAtMs} />,
              },
            ]}
          />
        )}
        <MoreButton
          hasMore={pages.hasNextPage}
          isBusy={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      </div>
      {isAdding && <PutRecipe title="Add a recording" onClose={() => setAdding(false)} />}
    </>
  );
}

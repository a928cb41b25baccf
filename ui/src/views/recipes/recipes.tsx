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
import { texts } from '../../texts/en.ts';
import { PutRecipe } from './put-recipe.tsx';

const t = texts.recipes;

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
      <PageHeader title={t.title} lead={t.lead}>
        <Button
          {...(hasStudio ? {} : { look: 'primary' as const })}
          onClick={() => setAdding(true)}
        >
          {t.add}
        </Button>
        <StudioLink look="primary">{t.make}</StudioLink>
      </PageHeader>
      <div className="stack">
        {pages.error !== null && (
          <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {recipes === undefined && pages.error === null && <Loading />}
        {recipes?.length === 0 && (
          <Empty title={t.none}>
            <p>{hasStudio ? t.noneLeadStudio : t.noneLead}</p>
          </Empty>
        )}
        {recipes !== undefined && recipes.length > 0 && (
          <Table
            label={t.title}
            rows={recipes}
            rowKey={(recipe) => recipe.id}
            columns={[
              {
                label: t.columns.title,
                cell: (recipe) => (
                  <a href={toHref(`/recipes/${recipe.id}`)}>
                    {recipe.title === '' ? t.untitled : recipe.title}
                  </a>
                ),
              },
              { label: t.columns.id, cell: (recipe) => <code>{recipe.id}</code> },
              {
                label: t.columns.state,
                cell: (recipe) =>
                  recipe.enabled ? (
                    <Badge look="good">{t.enabled}</Badge>
                  ) : (
                    <Badge>{t.disabled}</Badge>
                  ),
              },
              { label: t.columns.version, look: 'number', cell: (recipe) => recipe.revision },
              {
                label: t.columns.changed,
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
      {isAdding && <PutRecipe title={t.add} onClose={() => setAdding(false)} />}
    </>
  );
}

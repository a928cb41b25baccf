import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { toHref } from '../../app/use-place.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { LoadedPages } from '../../components/feedback/loaded-pages.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { StudioLink, useHasStudio } from '../../components/controls/studio-link.tsx';
import { Table } from '../../components/data/table.tsx';
import { PutRecipe } from './put-recipe.tsx';

/** The recipes of an account. */
export function Recipes() {
  const pages = usePages('GET /recipes', {}, ({ recipes }) => recipes);
  const [isAdding, setAdding] = useState(false);
  const hasStudio = useHasStudio();
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
        <LoadedPages
          pages={pages}
          empty={
            <Empty title="No recipes yet">
              <p>
                {hasStudio
                  ? 'Make one in the studio: point at an item of a list, and get the table.'
                  : 'Record one in Chrome’s DevTools, or have one drafted by gleaner recipe draft.'}
              </p>
            </Empty>
          }
        >
          {(recipes) => (
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
        </LoadedPages>
      </div>
      {isAdding && <PutRecipe title="Add a recording" onClose={() => setAdding(false)} />}
    </>
  );
}

import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { callStudio, studioApi } from '../client/call-studio.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { useSaveKey } from './use-save-key.ts';
import { OpenRecipe } from './open-recipe.tsx';

/** The recipe's title, whether it is saved, and what is done with it as a whole. */
export function RecipeHead() {
  const studio = useStudio();
  const { draft, table, start } = useView();
  const [act, isBusy] = useAct();
  const [title, setTitle] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const document = draft?.document;
  const hasTable = table !== undefined && table.draft.fields.length > 0;
  const known = document?.title ?? '';

  const rename = (): void => {
    const wanted = title?.trim() ?? '';
    setTitle(undefined);
    if (document === undefined || wanted === '' || wanted === known) return;
    const body = { edits: [{ edit: 'set_title', title: wanted }] } as const;
    act(() => studio.changeDraft(() => callStudio('POST /draft/edits', { body })));
  };
  const save = (asNew: boolean) =>
    act(async () => {
      // A table that was not kept would be lost with the session.
      if (hasTable) {
        await studio.changeDraft(() => callStudio('POST /session/table/keep', { body: {} }));
        await studio.forgetTable();
      }
      const body = asNew ? { asNew } : {};
      await studio.changeDraft(() => callStudio('POST /draft/save', { body }));
    });

  const canSave = document !== undefined || hasTable;
  useSaveKey(() => {
    if (canSave && !isBusy) save(false);
  });

  return (
    <header className="studio-head">
      <a className="brand" href={start?.dashboard ?? './'}>
        <img src="./icon.svg" alt="" />
        {start?.dashboard === undefined ? 'Studio' : 'Dashboard'}
      </a>
      <h1 className="visually-hidden">Studio</h1>
      {document !== undefined && (
        <input
          className="input recipe-title"
          aria-label="Title of the recipe"
          maxLength={1_000}
          value={title ?? known}
          onChange={({ target }) => setTitle(target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
            if (event.key === 'Escape') setTitle(undefined);
          }}
        />
      )}
      <span className="soft small" role="status">
        {draft?.source !== undefined &&
          (draft.isSaved
            ? `Saved, version ${draft.source.version}`
            : `Changed since version ${draft.source.version}`)}
        {draft?.source === undefined && document !== undefined && 'Not saved yet'}
      </span>
      <div className="actions">
        <Button onClick={() => setOpening(true)}>Open…</Button>
        {document !== undefined && (
          <>
            <Button isBusy={isBusy} onClick={() => act(() => studio.tryRecipe({}))}>
              Try it
            </Button>
            <details className="menu">
              <summary className="button">More</summary>
              <div className="menu-list">
                <a href={`./${studioApi}/draft/export?format=chrome`} download>
                  Export for Chrome (JSON)
                </a>
                <a href={`./${studioApi}/draft/export?format=typescript`} download>
                  Export as TypeScript
                </a>
                {draft?.source !== undefined && (
                  <button type="button" onClick={() => save(true)}>
                    Save as a new recipe
                  </button>
                )}
              </div>
            </details>
          </>
        )}
        {canSave && (
          <Button look="primary" title="Control+S" isBusy={isBusy} onClick={() => save(false)}>
            {hasTable ? 'Keep and save' : 'Save'}
          </Button>
        )}
      </div>
      {isOpening && <OpenRecipe onClose={() => setOpening(false)} />}
    </header>
  );
}

import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { useStudioQuery } from '../client/use-studio-query.ts';

/** The kept recipes, one of which takes the place of the draft; or an empty one. */
export function OpenRecipe({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const { draft } = useView();
  const recipes = useStudioQuery('GET /recipes', {});
  const [act, isBusy] = useAct();
  const isLossy = draft?.document !== undefined && !draft.isSaved;
  const open = (recipe?: string) =>
    act(async () => {
      await studio.openDraft(recipe === undefined ? {} : { recipe });
      onClose();
    });
  return (
    <Dialog title="Recipes" onClose={onClose}>
      {isLossy && (
        <p className="notice notice-warning">What was changed and not saved here is replaced.</p>
      )}
      <Loaded query={recipes}>
        {(data) =>
          data.recipes.length === 0 ? (
            <p className="soft">No recipe is kept yet.</p>
          ) : (
            <ul className="recipe-list">
              {data.recipes.map(({ id, title, version, savedAtMs }) => (
                <li key={id}>
                  <button type="button" onClick={() => open(id)}>
                    <strong className="wrap">{title}</strong>
                    <span className="soft small">
                      {`version ${version}`} · <Moment at={savedAtMs} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button isBusy={isBusy} onClick={() => open()}>
          Begin an empty one
        </Button>
      </div>
    </Dialog>
  );
}

import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

/** Asks before a link's recipe takes the place of a draft that is not saved. */
export function OfferedRecipe({ recipe }: { readonly recipe: string }) {
  const studio = useStudio();
  const { draft } = useView();
  const [act, isBusy] = useAct();
  return (
    <Dialog title="Open the other recipe?" onClose={studio.keepDraft}>
      <p className="soft">{`“${draft?.document?.title ?? ''}” has changes that are not saved. Opening the recipe of the link gives them up.`}</p>
      <div className="actions">
        <Button onClick={studio.keepDraft}>Stay with this one</Button>
        <Button
          look="danger"
          isBusy={isBusy}
          onClick={() => act(() => studio.openDraft({ recipe }))}
        >
          Open the other
        </Button>
      </div>
    </Dialog>
  );
}

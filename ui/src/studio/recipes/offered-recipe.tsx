import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

const t = studioTexts.recipe;

/** Asks before a link's recipe takes the place of a draft that is not saved. */
export function OfferedRecipe({ recipe }: { readonly recipe: string }) {
  const studio = useStudio();
  const { draft } = useView();
  const [act, isBusy] = useAct();
  return (
    <Dialog title={t.offeredTitle} onClose={studio.keepDraft}>
      <p className="soft">{t.offeredLead(draft?.document?.title ?? '')}</p>
      <div className="actions">
        <Button onClick={studio.keepDraft}>{t.keepThis}</Button>
        <Button
          look="danger"
          isBusy={isBusy}
          onClick={() => act(() => studio.openDraft({ recipe }))}
        >
          {t.openOther}
        </Button>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import type { StudioDialog } from '../../../../src/studio/api/studio-browsing.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useAct, useStudio } from '../client/studio-context.ts';

const dialogs = {
  alert: 'The page says',
  confirm: 'The page asks',
  prompt: 'The page asks for a text',
  beforeunload: 'Leave this page?',
};

/** What a page asks, answered in a dialog of the studio's own; its words are the page's. */
export function PageDialog({ dialog }: { readonly dialog: StudioDialog }) {
  const studio = useStudio();
  const [act, isBusy] = useAct();
  const [text, setText] = useState(dialog.defaultText);
  const answer = (accept: boolean) =>
    act(() =>
      studio.command({
        type: 'answerDialog',
        dialog: dialog.id,
        accept,
        ...(accept && dialog.type === 'prompt' ? { text } : {}),
      }),
    );
  return (
    <Dialog title={dialogs[dialog.type]} onClose={() => answer(false)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          answer(true);
        }}
      >
        {dialog.type === 'prompt' ? (
          <TextField label={dialog.message} value={text} onChange={setText} />
        ) : (
          <p className="wrap pre-line">{dialog.message}</p>
        )}
        <div className="actions">
          {dialog.type !== 'alert' && (
            <Button onClick={() => answer(false)}>
              {dialog.type === 'beforeunload' ? 'Stay' : 'Cancel'}
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={isBusy}>
            {dialog.type === 'beforeunload' ? 'Leave' : 'OK'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Field } from '../../components/fields/field.tsx';
import { TextArea } from '../../components/fields/text-area.tsx';
import { useStudio, useView } from '../client/studio-context.ts';

/** Takes a recording of Chrome, or a recipe, as a file or as text; it takes the place of the draft. */
export function ImportRecipe({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const { draft } = useView();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const take = async (document: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await studio.openDraft({ document });
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Import a recording" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void take(text);
        }}
      >
        <p className="soft">
          A recording of Chrome’s Recorder (Export → JSON), or a recipe. It takes the place of these
          steps.
        </p>
        {draft?.document !== undefined && !draft.isSaved && (
          <p className="notice notice-warning">What was changed and not saved here is replaced.</p>
        )}
        <Field label="File">
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              type="file"
              accept=".json,application/json"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) void file.text().then(take);
              }}
            />
          )}
        </Field>
        <TextArea label="Or paste it here" isCode value={text} onChange={setText} />
        {failure !== undefined && <FailureNotice error={failure} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={text.trim() === ''}>
            Import
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { PutRecipeResult } from '../../api/shapes.ts';
import { callApi } from '../../api/call-api.ts';
import { goTo, toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextArea } from '../../components/fields/text-area.tsx';
import { useDraft } from '../../app/use-draft.ts';

export interface PutRecipeProps {
  readonly title: string;
  /** Of the recipe that gets a new version; absent: a new recipe is made. */
  readonly id?: string;
  /** Its document as JSON, to begin with. */
  readonly text?: string;
  /** The version that has this document. */
  readonly revision?: number;
  readonly onClose: () => void;
}

/** Stores a recipe from the text of its file; what is typed is kept over a reload. */
export function PutRecipe({ title, id, text = '', revision = 0, onClose }: PutRecipeProps) {
  const client = useQueryClient();
  const fileId = useId();
  const [draft, change, clear] = useDraft(`recipe:${id ?? 'new'}`, { text, revision });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [stored, setStored] = useState<PutRecipeResult>();
  const isOld = draft.revision !== revision;
  const put = async () => {
    setBusy(true);
    setFailure(undefined);
    const { text: document, revision: from } = draft;
    const body = id === undefined ? { document } : { document, revision: from };
    try {
      const result = await (id === undefined
        ? callApi('POST /recipes', { body })
        : callApi('PUT /recipes/{id}', { parameters: { id }, body }));
      clear();
      await client.invalidateQueries();
      if (result.warnings.length > 0) setStored(result);
      else leave(result);
    } catch (error) {
      setFailure(error);
      // There is another version by now: it is read, and the choice between the two is shown.
      await client.invalidateQueries({ queryKey: ['GET /recipes/{id}'] });
    } finally {
      setBusy(false);
    }
  };
  const leave = (result: PutRecipeResult) => {
    onClose();
    goTo(toHref(`/recipes/${result.id}`));
  };
  if (stored !== undefined) {
    return (
      <Dialog title={title} onClose={() => leave(stored)}>
        <div className="notice notice-warning">
          <p>Stored. Some of it is taken otherwise than written:</p>
          <ul>
            {stored.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
        <div className="actions">
          <Button look="primary" onClick={() => leave(stored)}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void put();
        }}
      >
        <p className="soft">Paste a recording as Chrome exports it (JSON), or choose its file.</p>
        {isOld && (
          <div className="notice notice-warning">
            <p>{`This was typed on version ${draft.revision}; the recipe has version ${revision} by now.`}</p>
            <div className="actions">
              <Button onClick={clear}>Discard what I typed</Button>
              <Button onClick={() => change({ revision })}>Go on with what I typed</Button>
            </div>
          </div>
        )}
        <div className="field">
          <label htmlFor={fileId}>File</label>
          <input
            id={fileId}
            type="file"
            accept=".json,application/json"
            onChange={(event) =>
              void event.target.files?.[0]?.text().then((text) => change({ text }))
            }
          />
        </div>
        <TextArea
          label="Recipe as JSON"
          isCode
          required
          value={draft.text}
          onChange={(text) => change({ text })}
        />
        {failure !== undefined && <FailureNotice error={failure} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { PutRecipeResult } from '../../api/shapes.ts';
import { callApi } from '../../api/call-api.ts';
import { goTo, toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextArea } from '../../components/fields/text-area.tsx';
import { texts } from '../../texts/en.ts';
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

const t = texts.recipes;

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
          <p>{t.warnings}</p>
          <ul>
            {stored.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
        <div className="actions">
          <Button look="primary" onClick={() => leave(stored)}>
            {texts.common.close}
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
        <p className="soft">{t.addLead}</p>
        {isOld && (
          <div className="notice notice-warning">
            <p>{t.typedEarlier(draft.revision, revision)}</p>
            <div className="actions">
              <Button onClick={clear}>{t.discard}</Button>
              <Button onClick={() => change({ revision })}>{t.goOn}</Button>
            </div>
          </div>
        )}
        <div className="field">
          <label htmlFor={fileId}>{t.file}</label>
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
          label={t.document}
          isCode
          required
          value={draft.text}
          onChange={(text) => change({ text })}
        />
        {failure !== undefined && <FailureNotice error={failure} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

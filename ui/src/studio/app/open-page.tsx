import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

const t = studioTexts.app;

/** Opens a page: the first of a new recipe, or again after a session has ended. */
export function OpenPage() {
  const studio = useStudio();
  const { connection, draft } = useView();
  const [act, isBusy] = useAct();
  const first = draft?.document?.steps.find(({ type }) => type === 'navigate')?.['url'];
  const [typed, setTyped] = useState<string>();
  const url = typed ?? (typeof first === 'string' ? first : '');
  const isOpening = isBusy || connection.state === 'opening';
  return (
    <section className="stage-door" aria-label={t.page}>
      <h2>{connection.state === 'ended' ? t.endedTitle : t.openTitle}</h2>
      <p className="soft">{connection.state === 'ended' ? connection.message : t.openLead}</p>
      <form
        className="stack form"
        onSubmit={(event) => {
          event.preventDefault();
          act(() => studio.open(url.trim()));
        }}
      >
        <TextField
          label={t.address}
          type="text"
          inputMode="url"
          required
          // The first thing that a person does here.
          autoFocus={draft?.document === undefined}
          autoComplete="url"
          spellCheck={false}
          placeholder="https://"
          value={url}
          onChange={setTyped}
        />
        <div>
          <Button type="submit" look="primary" isBusy={isOpening}>
            {connection.state === 'ended' ? t.openAgain : t.open}
          </Button>
        </div>
        {isOpening && <div className="progress" role="status" aria-label={t.opening} />}
      </form>
    </section>
  );
}

import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

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
    <section className="stage-door" aria-label="Page">
      <h2>{connection.state === 'ended' ? 'The page was closed' : 'Open a page'}</h2>
      <p className="soft">
        {connection.state === 'ended'
          ? connection.message
          : 'It is shown here in a browser of its own. What you do there is recorded as steps; point at one item of a list to get its table.'}
      </p>
      <form
        className="stack form"
        onSubmit={(event) => {
          event.preventDefault();
          act(() => studio.open(url.trim()));
        }}
      >
        <TextField
          label="Address of the page"
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
            {connection.state === 'ended' ? 'Open it again' : 'Open'}
          </Button>
        </div>
        {isOpening && (
          <div className="progress" role="status" aria-label="The browser is starting" />
        )}
      </form>
    </section>
  );
}

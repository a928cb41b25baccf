import { useEffect, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { findActiveTab } from '../client/studio-view.ts';

const t = studioTexts.page;

/** Back, forward, reload, and the address of the page, which is followed while it is not typed into. */
export function AddressBar() {
  const studio = useStudio();
  const tab = findActiveTab(useView());
  const [act] = useAct();
  const [typed, setTyped] = useState<string>();
  const isLoading = tab?.isLoading ?? false;
  useEffect(() => setTyped(undefined), [tab?.id, tab?.url]);
  const command = (type: 'back' | 'forward' | 'reload' | 'stop') => () =>
    act(() => studio.command({ type }));
  return (
    <form
      className="address-bar"
      onSubmit={(event) => {
        event.preventDefault();
        const url = (typed ?? '').trim();
        if (url !== '') act(() => studio.command({ type: 'navigate', url }));
      }}
    >
      <Button
        aria-label={t.back}
        title={t.back}
        disabled={tab?.canGoBack !== true}
        onClick={command('back')}
      >
        ←
      </Button>
      <Button
        aria-label={t.forward}
        title={t.forward}
        disabled={tab?.canGoForward !== true}
        onClick={command('forward')}
      >
        →
      </Button>
      <Button
        aria-label={isLoading ? t.stop : t.reload}
        title={isLoading ? t.stop : t.reload}
        onClick={command(isLoading ? 'stop' : 'reload')}
      >
        {isLoading ? '×' : '↻'}
      </Button>
      <input
        id="address"
        className="input"
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-label={t.address}
        value={typed ?? tab?.url ?? ''}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
    </form>
  );
}

import { useEffect, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { findActiveTab } from '../client/studio-view.ts';

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
        aria-label="Back"
        title="Back"
        disabled={tab?.canGoBack !== true}
        onClick={command('back')}
      >
        ←
      </Button>
      <Button
        aria-label="Forward"
        title="Forward"
        disabled={tab?.canGoForward !== true}
        onClick={command('forward')}
      >
        →
      </Button>
      <Button
        aria-label={isLoading ? 'Stop loading' : 'Reload'}
        title={isLoading ? 'Stop loading' : 'Reload'}
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
        aria-label="Address"
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

import { useState } from 'react';

/** State that a reload of the tab keeps: what is typed into a form. `clear` goes back to the beginning. No secrets. */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
): readonly [draft: Draft, change: (part: Partial<Draft>) => void, clear: () => void] {
  const key = `gleaner:${name}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...readKept(key) }));
  const change = (part: Partial<Draft>) => {
    setDraft((draft) => {
      const changed = { ...draft, ...part };
      sessionStorage.setItem(key, JSON.stringify(changed));
      return changed;
    });
  };
  const clear = () => {
    sessionStorage.removeItem(key);
    setDraft(initial);
  };
  return [draft, change, clear];
}

function readKept(key: string): object {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    // Another version of the page may have kept it in another form.
    return {};
  }
}

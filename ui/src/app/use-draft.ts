import { useState } from 'react';

/** State that a reload of the tab keeps: what is typed into a form, but for the parts in `secret`. `clear` goes back to the beginning. */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
  secret: readonly (keyof Draft & string)[] = [],
): readonly [draft: Draft, change: (part: Partial<Draft>) => void, clear: () => void] {
  const key = `gleaner:${name}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...readKept(key) }));
  const change = (part: Partial<Draft>) => {
    setDraft((draft) => {
      const changed = { ...draft, ...part };
      const kept = Object.entries(changed).filter(
        ([name]) => !secret.some((part) => part === name),
      );
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
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

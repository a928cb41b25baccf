import { useEffect, useRef } from 'react';

/** Calls `save` when Control+S, or Command+S, is pressed anywhere in the studio. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // What is being typed is set when its field is left.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

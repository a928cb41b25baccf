import { useEffect, type RefObject } from 'react';

/**
 * Keeps the keyboard where it was when the element that has the focus goes away, such as the button of a row that was deleted:
 * the nearest element around it that is still there takes the focus, so that Tab and screen readers go on from there.
 */
export function useRestoredFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let around: readonly EventTarget[] = [];
    const remember = (event: FocusEvent) => {
      around = event.composedPath();
    };
    const observer = new MutationObserver(() => {
      const [last] = around;
      if (!(last instanceof HTMLElement) || last.isConnected) return;
      // Something else has taken the focus already.
      if (document.activeElement !== document.body) return;
      const next = around.find(
        (one) => one instanceof HTMLElement && within.current?.contains(one) === true,
      );
      around = [];
      const target = next instanceof HTMLElement ? next : within.current;
      if (target !== null) focusOnce(target);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [within]);
}

/** Focuses an element that Tab does not reach, without moving the page. */
function focusOnce(target: HTMLElement): void {
  const { tabIndex } = target;
  if (tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

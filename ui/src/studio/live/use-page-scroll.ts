import { useEffect, type RefObject } from 'react';
import type { StudioInput } from '../../../../src/studio/api/studio-browsing.ts';
import type { Point } from './use-page-input.ts';

/** Pixels of a line and of a page, for wheels that turn by these. */
const lineHeight = 40;
const pageHeight = 600;

/** Turns the wheel, and fingers that move over the picture, into scrolling of the page. */
export function usePageScroll(
  surface: RefObject<HTMLElement | null>,
  toPoint: (event: { readonly clientX: number; readonly clientY: number }) => Point,
  send: (input: StudioInput) => void,
): void {
  useEffect(() => {
    const element = surface.current;
    let finger: Touch | undefined;
    const onWheel = (event: WheelEvent): void => {
      // Zooming stays with the person's own browser.
      if (event.ctrlKey) return;
      event.preventDefault();
      const unit = [1, lineHeight, pageHeight][event.deltaMode] ?? 1;
      const deltas = { deltaX: event.deltaX * unit, deltaY: event.deltaY * unit };
      send({ type: 'wheel', ...deltas, ...toPoint(event) });
    };
    const onTouch = (event: TouchEvent): void => {
      const [touch] = event.touches;
      if (event.type === 'touchmove' && finger !== undefined && touch !== undefined) {
        event.preventDefault();
        const deltaX = finger.clientX - touch.clientX;
        const deltaY = finger.clientY - touch.clientY;
        send({ type: 'wheel', deltaX, deltaY, ...toPoint(touch) });
      }
      finger = touch;
    };
    // React's own listeners are passive: they cannot keep the studio from scrolling along.
    element?.addEventListener('wheel', onWheel, { passive: false });
    element?.addEventListener('touchstart', onTouch, { passive: false });
    element?.addEventListener('touchmove', onTouch, { passive: false });
    element?.addEventListener('touchend', onTouch);
    return () => {
      element?.removeEventListener('wheel', onWheel);
      element?.removeEventListener('touchstart', onTouch);
      element?.removeEventListener('touchmove', onTouch);
      element?.removeEventListener('touchend', onTouch);
    };
  }, [surface, toPoint, send]);
}

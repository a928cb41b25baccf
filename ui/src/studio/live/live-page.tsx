import { useCallback, useEffect, useId, useRef } from 'react';
import { useStudio, useView } from '../client/studio-context.ts';
import { findActiveTab } from '../client/studio-view.ts';
import { Outlines } from './outlines.tsx';
import { useFrames } from './use-frames.ts';
import { usePageInput, type Point } from './use-page-input.ts';
import { usePageScroll } from './use-page-scroll.ts';
import { usePointing } from './use-pointing.ts';

/** The page as pictures, with a transparent text field over it that takes the mouse, keys and input methods. */
export function LivePage() {
  const studio = useStudio();
  const view = useView();
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLTextAreaElement>(null);
  const place = useFrames(canvas);
  const tab = findActiveTab(view);
  const isPointing = view.pointing.as !== 'browse';

  const locate = useCallback(
    (at: { readonly clientX: number; readonly clientY: number }): Point => {
      const box = surface.current?.getBoundingClientRect();
      if (box === undefined || place === undefined) return { x: 0, y: 0 };
      const x = ((at.clientX - box.left) / box.width) * place.width;
      const y = ((at.clientY - box.top) / box.height) * place.height;
      return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
    },
    [place],
  );
  const toPoint = (event: { readonly nativeEvent: Event }): Point =>
    event.nativeEvent instanceof MouseEvent ? locate(event.nativeEvent) : { x: 0, y: 0 };
  const { send } = studio;
  usePageScroll(surface, locate, send);
  const browsing = usePageInput(toPoint);
  const pointing = usePointing(place, toPoint);
  useEffect(() => {
    // Pointing begins beside the page, and a page that was opened has taken the place of the form: keys go on in it.
    if (isPointing || document.activeElement === document.body) {
      surface.current?.focus({ preventScroll: true });
    }
  }, [isPointing]);
  const isShown = place !== undefined && place.tab === tab?.id;

  return (
    <div className="live">
      <div className={isPointing ? 'live-frame is-pointing' : 'live-frame'}>
        <canvas ref={canvas} aria-hidden="true" width="1280" height="800" />
        {place !== undefined && isShown && (
          <Outlines place={place} element={pointing.element} pointer={pointing.pointer} />
        )}
        <textarea
          ref={surface}
          className="live-input"
          aria-label={
            isPointing ? 'Live page, to point at. F6 leaves it' : toPageLabel(tab?.title ?? '')
          }
          aria-describedby={`${id}-keys`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(isPointing ? pointing.handlers : browsing)}
          onKeyDown={(event) => {
            if (event.key === 'F6') leave(event.shiftKey);
            else if (isPointing) pointing.handlers.onKeyDown?.(event);
            else browsing.onKeyDown?.(event);
            if (event.key === 'F6') event.preventDefault();
          }}
          onMouseDown={(event) => {
            if (!isPointing && event.altKey) {
              event.preventDefault();
              pointing.pick(toPoint(event));
            } else if (isPointing) pointing.handlers.onMouseDown?.(event);
            else browsing.onMouseDown?.(event);
          }}
          onMouseUp={(event) => {
            if (!isPointing && !event.altKey) browsing.onMouseUp?.(event);
          }}
        />
        {!isShown && (
          <div className="live-wait progress" role="status" aria-label="The page is loading" />
        )}
      </div>
      <p className="live-hint small" id={`${id}-keys`}>
        {isPointing
          ? 'Click an element, or move with the arrow keys (Shift: finely) and press Enter. Escape ends pointing, F6 leaves the page.'
          : 'Keys go to the page. F6 leaves it for the table, Shift+F6 for the address. Alt and a click points at a list.'}
      </p>
      <span className="visually-hidden" role="status">
        {pointing.pointer === undefined ? '' : (pointing.element?.description ?? 'Nothing there')}
      </span>
      {pointing.element !== undefined && (
        <p className="live-element small" aria-hidden="true">
          {pointing.element.description}
        </p>
      )}
    </div>
  );
}

/** Gives the focus to what stands behind the page, or in front of it: the page itself takes Tab. */
function leave(isBack: boolean): void {
  document.querySelector<HTMLElement>(isBack ? '#address' : '#bench')?.focus();
}

function toPageLabel(title: string): string {
  return `Live page${title === '' ? '' : `: ${title}`}. F6 leaves it`;
}

import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type DOMAttributes,
  type SyntheticEvent,
} from 'react';
import type { StudioInspection } from '../../../../src/studio/api/studio-table.ts';
import { callStudio } from '../client/call-studio.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { pickAt } from '../picking/pick-at.ts';
import type { FramePlace } from './use-frames.ts';
import type { Point } from './use-page-input.ts';

export interface PointingState {
  readonly handlers: DOMAttributes<HTMLTextAreaElement>;
  /** What stands under the pointer. */
  readonly element: StudioInspection['element'];
  /** Where the arrow keys have moved the pointer; `undefined` while the mouse does. */
  readonly pointer: Point | undefined;
  readonly isBusy: boolean;
  /** Points at what stands there, whatever the mode. */
  readonly pick: (point: Point) => void;
}

/** CSS pixels of the page that an arrow key moves the pointer by, and with Shift. */
const stride = 24;
const shortStride = 4;

/** Pointing at elements of the page, with the mouse or by keys: arrows move, Enter takes, Escape ends. */
export function usePointing(
  place: FramePlace | undefined,
  toPoint: (event: SyntheticEvent) => Point,
): PointingState {
  const studio = useStudio();
  const { pointing } = useView();
  const [act, isBusy] = useAct();
  const [element, setElement] = useState<StudioInspection['element']>();
  const [pointer, setPointer] = useState<Point>();
  const wanted = useRef<Point>(undefined);
  const isAsking = useRef(false);

  /** One question at a time; of points that come meanwhile the last. */
  const inspect = useCallback(async (point: Point): Promise<void> => {
    wanted.current = point;
    if (isAsking.current) return;
    isAsking.current = true;
    while (wanted.current !== undefined) {
      const { x, y } = wanted.current;
      wanted.current = undefined;
      // A page that is being left has nothing to show.
      const answer = await callStudio('POST /session/inspect', { body: { x, y } }).catch(() => ({
        element: undefined,
      }));
      setElement(answer.element);
    }
    isAsking.current = false;
  }, []);

  useEffect(() => {
    if (pointing.as !== 'browse') return;
    setElement(undefined);
    setPointer(undefined);
    wanted.current = undefined;
  }, [pointing]);

  const pick = (point: Point): void => {
    if (place !== undefined) act(() => pickAt(studio, point, place));
  };
  const move = (by: Point): void => {
    if (place === undefined) return;
    const from = pointer ?? { x: place.width / 2, y: place.height / 2 };
    const x = Math.min(place.width - 1, Math.max(0, from.x + by.x));
    const y = Math.min(place.height - 1, Math.max(0, from.y + by.y));
    setPointer({ x, y });
    void inspect({ x, y });
  };

  return {
    element: pointing.as === 'browse' ? undefined : element,
    pointer: pointing.as === 'browse' ? undefined : pointer,
    isBusy,
    pick,
    handlers: {
      onMouseMove(event) {
        setPointer(undefined);
        void inspect(toPoint(event));
      },
      onMouseDown(event) {
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
      },
      onClick: (event) => pick(toPoint(event)),
      onFocus(event) {
        if (event.currentTarget.matches(':focus-visible')) move({ x: 0, y: 0 });
      },
      onInput(event) {
        event.currentTarget.value = '';
      },
      onKeyDown(event) {
        const length = event.shiftKey ? shortStride : stride;
        const moves: Readonly<Record<string, Point>> = {
          ArrowLeft: { x: -length, y: 0 },
          ArrowRight: { x: length, y: 0 },
          ArrowUp: { x: 0, y: -length },
          ArrowDown: { x: 0, y: length },
        };
        const by = moves[event.key];
        const { key } = event;
        if (by !== undefined) move(by);
        else if ((key === 'Enter' || key === ' ') && pointer !== undefined) pick(pointer);
        else if (key === 'PageDown' || key === 'PageUp') scroll(key === 'PageDown' ? 1 : -1);
        else if (key === 'Escape') studio.point({ as: 'browse' });
        else return;
        event.preventDefault();
      },
    },
  };

  function scroll(direction: number): void {
    if (place === undefined) return;
    const { x, y } = pointer ?? { x: place.width / 2, y: place.height / 2 };
    studio.send({ type: 'wheel', x, y, deltaX: 0, deltaY: direction * place.height * 0.8 });
  }
}

import { useEffect, useState, type RefObject } from 'react';
import type { StudioFrame } from '../../../../src/studio/api/studio-event.ts';
import { useStudio } from '../client/studio-context.ts';

/** What the picture shows; positions are CSS pixels of the page. */
export type FramePlace = Pick<StudioFrame, 'tab' | 'width' | 'height' | 'scrollX' | 'scrollY'>;

/** Draws frames on a canvas, of those that come while one is drawn the newest alone; returns what the last one shows. */
export function useFrames(canvas: RefObject<HTMLCanvasElement | null>): FramePlace | undefined {
  const studio = useStudio();
  const [place, setPlace] = useState<FramePlace>();
  useEffect(() => {
    let waiting: StudioFrame | undefined;
    let isDrawing = false;
    const draw = async (): Promise<void> => {
      isDrawing = true;
      while (waiting !== undefined) {
        const frame = waiting;
        waiting = undefined;
        const bitmap = await toBitmap(frame.image);
        const drawn = canvas.current;
        if (bitmap === undefined || drawn === null) continue;
        if (drawn.width !== bitmap.width) drawn.width = bitmap.width;
        if (drawn.height !== bitmap.height) drawn.height = bitmap.height;
        drawn.getContext('2d')?.drawImage(bitmap, 0, 0);
        bitmap.close();
        setPlace((known) => (known !== undefined && isSame(known, frame) ? known : frame));
      }
      isDrawing = false;
    };
    return studio.watchFrames((frame) => {
      waiting = frame;
      if (!isDrawing) void draw();
    });
  }, [studio, canvas]);
  return place;
}

/** `undefined` for a picture that broke off. */
async function toBitmap(image: string): Promise<ImageBitmap | undefined> {
  const bytes = Uint8Array.from(atob(image), (character) => character.codePointAt(0) ?? 0);
  return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).catch(() => undefined);
}

function isSame(one: FramePlace, other: FramePlace): boolean {
  return (['tab', 'width', 'height', 'scrollX', 'scrollY'] as const).every(
    (member) => one[member] === other[member],
  );
}

import type { StudioBox } from '../../../../src/studio/api/studio-table.ts';
import type { FramePlace } from './use-frames.ts';

/** Returns a box as it stands now that the page may have been scrolled. */
export function moveBox(box: StudioBox, { scrollX, scrollY }: FramePlace): StudioBox {
  const x = box.x + box.scrollX - scrollX;
  const y = box.y + box.scrollY - scrollY;
  return { ...box, x, y, scrollX, scrollY };
}

import type { StudioBox, StudioTable } from '../../../../src/studio/api/studio-table.ts';
import { CallFailure } from '../../api/call-failure.ts';
import { callStudio } from '../client/call-studio.ts';
import type { StudioClient } from '../client/create-studio-client.ts';
import { moveBox } from '../live/move-box.ts';
import type { Point } from '../live/use-page-input.ts';
import type { FramePlace } from '../live/use-frames.ts';

/** Does what a click at a point of the page means now: proposes a list, includes a near miss, adds a field, or replaces an element. */
export async function pickAt(
  studio: StudioClient,
  { x, y }: Point,
  place: FramePlace,
): Promise<void> {
  const { pointing, table } = studio.getView();
  switch (pointing.as) {
    case 'field': {
      const body = { edit: 'add_field', x, y } as const;
      await studio.changeTable(() => callStudio('POST /session/table/edit', { body }));
      return;
    }
    case 'replace': {
      const { element } = await callStudio('POST /session/inspect', { body: { x, y } });
      if (element === undefined) {
        throw new CallFailure({
          code: 'not_found',
          message: 'There is no element at this point. Point at another one.',
        });
      }
      const { path } = pointing;
      const body = { path, choice: 'replace', selectors: element.selectors } as const;
      await studio.repair(body);
      studio.point({ as: 'browse' });
      return;
    }
    case 'list':
    case 'browse': {
      const kind = table === undefined ? undefined : findNearMiss(table, { x, y }, place);
      if (kind === undefined) {
        await studio.pick({ as: 'list', x, y });
        return;
      }
      const body = { edit: 'include_kind', kind, included: true } as const;
      await studio.changeTable(() => callStudio('POST /session/table/edit', { body }));
    }
  }
}

/** The kind of the left-out block at a point. */
function findNearMiss(
  { boxes, draft }: StudioTable,
  point: Point,
  place: FramePlace,
): number | undefined {
  const hit = boxes.find(
    (box) =>
      box.kind !== undefined &&
      draft.kinds?.[box.kind]?.isIncluded === false &&
      isWithin(moveBox(box, place), point),
  );
  return hit?.kind;
}

function isWithin(box: Pick<StudioBox, 'x' | 'y' | 'width' | 'height'>, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

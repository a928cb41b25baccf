import type { StudioBox } from '../../../../src/studio/api/studio-table.ts';
import { useView } from '../client/studio-context.ts';
import { moveBox } from './move-box.ts';
import type { FramePlace } from './use-frames.ts';
import type { Point } from './use-page-input.ts';

export interface OutlinesProps {
  readonly place: FramePlace;
  /** Under the pointer. */
  readonly element: { readonly box: StudioBox } | undefined;
  /** Where keys have moved the pointer. */
  readonly pointer: Point | undefined;
}

/** What is pointed at, the items of the table with their numbers, and near misses, drawn over the page's picture. */
export function Outlines({ place, element, pointer }: OutlinesProps) {
  const { table } = useView();
  const shown = table?.tab === place.tab ? table : undefined;
  let number = 0;
  return (
    <svg
      className="outlines"
      viewBox={`0 0 ${place.width} ${place.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shown?.boxes.map((box, index) => {
        const isIncluded =
          box.kind === undefined || shown.draft.kinds?.[box.kind]?.isIncluded !== false;
        if (isIncluded) number += 1;
        const { x, y, width, height } = moveBox(box, place);
        return (
          <g key={index} className={isIncluded ? 'outline-item' : 'outline-miss'}>
            <rect x={x} y={y} width={width} height={height} />
            {isIncluded && (
              <text x={x + 5} y={y + 16}>
                {number}
              </text>
            )}
          </g>
        );
      })}
      {element !== undefined && <Outline box={moveBox(element.box, place)} />}
      {pointer !== undefined && (
        <g className="outline-pointer">
          <circle cx={pointer.x} cy={pointer.y} r="9" />
          <path
            d={`M${pointer.x - 15} ${pointer.y}h30M${pointer.x} ${pointer.y - 15}v30`}
            fill="none"
          />
        </g>
      )}
    </svg>
  );
}

function Outline({ box: { x, y, width, height } }: { readonly box: StudioBox }) {
  return <rect className="outline-element" x={x} y={y} width={width} height={height} />;
}

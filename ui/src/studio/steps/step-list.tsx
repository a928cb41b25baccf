import type { DraftEdit, StepDocument, Variable } from '../client/shapes.ts';
import { StepRow } from './step-row.tsx';
import { useStepOrder } from './use-step-order.ts';

export interface StepListProps {
  readonly steps: readonly StepDocument[];
  /** JSON Pointer to the list. */
  readonly path: string;
  /** Of the steps' numbers: `3.` for those in step 3. */
  readonly prefix: string;
  readonly variables: readonly Variable[];
  readonly onEdit: (...edits: readonly DraftEdit[]) => void;
  readonly onOpen: (path: string, step: StepDocument) => void;
  readonly onRunTo: (path: string) => void;
}

/** Steps in order, those of loops and of items' pages below their own; they are moved by the pointer and by Alt with the arrow keys. */
export function StepList(props: StepListProps) {
  const { steps, path, prefix } = props;
  const order = useStepOrder(path, props.onEdit);
  return (
    <ol
      className="step-list"
      aria-label={prefix === '' ? 'Steps' : `Steps within step ${prefix.slice(0, -1)}`}
      onDragOver={order.onDragOver}
      onDrop={order.onDrop}
    >
      {steps.map((step, index) => (
        <li
          key={index}
          data-index={index}
          className={order.target === index ? 'step is-target' : 'step'}
        >
          <StepRow
            {...props}
            step={step}
            path={`${path}/${index}`}
            number={`${prefix}${index + 1}`}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
            onMove={(by) => order.move(index, index + by)}
            onDrag={(event) => order.begin(event, index)}
            onDragEnd={order.end}
          />
          {listInner(step).map(([member, inner]) => (
            <StepList
              key={member}
              {...props}
              steps={inner}
              path={`${path}/${index}/parameters/${member}`}
              prefix={`${prefix}${index + 1}.`}
            />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The lists of steps in a step: those of a loop, and those done on the pages of items. */
function listInner(step: StepDocument): readonly (readonly [string, readonly StepDocument[]])[] {
  const { steps, follow } = (step['parameters'] ?? {}) as {
    readonly steps?: readonly StepDocument[];
    readonly follow?: { readonly steps?: readonly StepDocument[] };
  };
  return [
    ...(Array.isArray(steps) ? [['steps', steps] as const] : []),
    ...(Array.isArray(follow?.steps) ? [['follow/steps', follow.steps] as const] : []),
  ];
}

import { useId, useState, type DragEvent } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { DraftEdit, StepDocument, Variable } from '../client/shapes.ts';
import { suggestVariableName } from './suggest-variable-name.ts';
import { toStepSentence } from './to-step-sentence.ts';

export interface StepRowProps {
  readonly step: StepDocument;
  readonly path: string;
  /** As people count: `3`, or `3.1` in a loop. */
  readonly number: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly variables: readonly Variable[];
  readonly onEdit: (...edits: readonly DraftEdit[]) => void;
  readonly onOpen: (path: string, step: StepDocument) => void;
  readonly onRunTo: (path: string) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onDrag: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
}

/** A step as a sentence; pressed, it shows what can be done with it. */
export function StepRow(props: StepRowProps) {
  const { step, path, number, isFirst, isLast, variables, onEdit, onMove } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const sentence = toStepSentence(step);
  const isOptional = step['optional'] === true;
  const value = step.type === 'change' ? step['value'] : undefined;
  const isTyped = typeof value === 'string' && value !== '' && !value.includes('{{');
  const secret = variables.find(
    ({ name, isSecret }) => isSecret && typeof value === 'string' && value.includes(`{{${name}}}`),
  );
  const makeVariable = (): void => {
    const taken = variables.map(({ name }) => name);
    const name = suggestVariableName(step['selectors'], taken);
    onEdit({ edit: 'make_variable', path: `${path}/value`, name });
  };
  return (
    <div className="step-row">
      <div className="step-line" draggable onDragStart={props.onDrag} onDragEnd={props.onDragEnd}>
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        <button
          type="button"
          className="step-sentence"
          aria-expanded={isOpen}
          aria-controls={`${id}-tools`}
          aria-label={`Step ${number}: ${sentence}`}
          title={sentence}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => {
            if (!event.altKey) return;
            if (event.key === 'ArrowUp' && !isFirst) onMove(-1);
            else if (event.key === 'ArrowDown' && !isLast) onMove(1);
            else return;
            event.preventDefault();
          }}
        >
          {sentence}
        </button>
        {isOptional && <Badge>optional</Badge>}
        {secret !== undefined && <Badge look="busy">secret</Badge>}
        {isTyped && (
          <Button look="quiet" onClick={makeVariable}>
            Make a variable
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="step-tools" id={`${id}-tools`}>
          <Button look="quiet" onClick={() => props.onRunTo(path)}>
            Run to here
          </Button>
          <Button look="quiet" onClick={() => props.onOpen(path, step)}>
            Edit
          </Button>
          <Button look="quiet" disabled={isFirst} onClick={() => onMove(-1)}>
            Move up
          </Button>
          <Button look="quiet" disabled={isLast} onClick={() => onMove(1)}>
            Move down
          </Button>
          <Button
            look="quiet"
            onClick={() => onEdit({ edit: 'set_optional', path, optional: !isOptional })}
          >
            {isOptional ? 'Must be there' : 'May be absent'}
          </Button>
          <Button look="quiet" onClick={() => onEdit({ edit: 'remove_step', path })}>
            Remove
          </Button>
        </div>
      )}
    </div>
  );
}

import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextArea } from '../../components/fields/text-area.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import type { Selectors, StepDocument } from '../client/shapes.ts';
import { SelectorsEditor } from '../picking/selectors-editor.tsx';
import { listStepParts, setStepPart, type StepPart } from './step-parts.ts';

export interface EditStepProps {
  readonly path: string;
  readonly step: StepDocument;
  readonly onClose: () => void;
  readonly onSave: (step: StepDocument) => Promise<unknown>;
}

/** All selectors and values of a step, and the step as JSON; it stays open, with the reason, when it cannot be taken. */
export function EditStep({ path, step, onClose, onSave }: EditStepProps) {
  const [changed, setChanged] = useState(step);
  const [json, setJson] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const wanted = json === undefined ? changed : findStep(json);
    setFault(
      wanted === undefined ? 'This is no step: expected a JSON object with a “type”.' : undefined,
    );
    if (wanted === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onSave(wanted);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const set = (part: StepPart, value: unknown): void =>
    setChanged((known) => setStepPart(known, part.path, value));
  return (
    <Dialog title={toTitle(path)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {json === undefined &&
          listStepParts(step).map((part) =>
            part.kind === 'selectors' ? (
              <SelectorsEditor
                key={part.label}
                label={part.label}
                selectors={part.value}
                onChange={(selectors: Selectors) => set(part, selectors)}
              />
            ) : (
              <PartField key={part.label} part={part} onSet={(value) => set(part, value)} />
            ),
          )}
        {json === undefined ? (
          <div>
            <Button look="quiet" onClick={() => setJson(JSON.stringify(changed, null, 2))}>
              Edit as JSON
            </Button>
          </div>
        ) : (
          <TextArea label="The step as JSON" isCode value={json} fault={fault} onChange={setJson} />
        )}
        {failure !== undefined && <FailureNotice error={failure} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            Use it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PartFieldProps {
  readonly part: Exclude<StepPart, { readonly kind: 'selectors' }>;
  readonly onSet: (value: string | number) => void;
}

function PartField({ part, onSet }: PartFieldProps) {
  const [typed, setTyped] = useState(String(part.value));
  return (
    <TextField
      label={part.label}
      type={part.kind === 'number' ? 'number' : 'text'}
      step="any"
      value={typed}
      onChange={(value) => {
        setTyped(value);
        onSet(part.kind === 'number' ? Number(value) : value);
      }}
    />
  );
}

function findStep(json: string): StepDocument | undefined {
  try {
    const step: unknown = JSON.parse(json);
    const isStep = typeof step === 'object' && step !== null && 'type' in step;
    return isStep && typeof step.type === 'string' ? (step as StepDocument) : undefined;
  } catch {
    // It is being written.
    return undefined;
  }
}

function toTitle(path: string): string {
  return `Edit step ${[...path.matchAll(/\/(\d+)/g)].map(([, index]) => Number(index) + 1).join('.')}`;
}

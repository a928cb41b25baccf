import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import type { Selectors } from '../client/shapes.ts';
import { SelectorsEditor } from './selectors-editor.tsx';

export interface SelectorsDialogProps {
  readonly title: string;
  readonly selectors: Selectors;
  readonly counts: readonly (string | undefined)[];
  readonly onClose: () => void;
  readonly onSave: (selectors: Selectors) => Promise<unknown>;
}

/** The selectors behind the items or a field; it stays open, with the reason, when they cannot be taken. */
export function SelectorsDialog(props: SelectorsDialogProps) {
  const { title, onClose, onSave } = props;
  const [selectors, setSelectors] = useState(props.selectors);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSave(selectors);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <SelectorsEditor
        label="Tried in this order"
        selectors={props.selectors}
        counts={props.counts}
        onChange={setSelectors}
      />
      {failure !== undefined && <FailureNotice error={failure} />}
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={isBusy} onClick={() => void save()}>
          Use these
        </Button>
      </div>
    </Dialog>
  );
}

import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';

export interface ConfirmButtonProps {
  readonly label: string;
  /** The whole name where several buttons of a page share a label. */
  readonly name?: string;
  readonly look?: ButtonProps['look'];
  readonly title: string;
  readonly children: ReactNode;
  /** The label of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button whose deed is asked about first; the question stays open, with the reason, when the deed fails. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, look = 'quiet', title, children, action, onConfirm } = props;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      setOpen(false);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look={look} aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className="soft">{children}</div>
          {failure !== undefined && <FailureNotice error={failure} />}
          <div className="actions">
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
              {action}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

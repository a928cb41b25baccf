import { useEffect, useId, useRef, type ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether it takes all the width there is, as for pictures. @default false */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The platform's modal dialog: it keeps the focus, closes with Escape and gives the focus back. Shown while it is mounted. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog is-wide' : 'dialog'}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

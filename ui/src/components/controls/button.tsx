import type { ButtonHTMLAttributes, ReactNode } from 'react';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'primary' | 'danger' | 'quiet';
  /** While true a press does nothing; the button keeps its focus. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A button; it sends its form only with `type="submit"`. */
export function Button({ look, isBusy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look === undefined ? 'button' : `button button-${look}`}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}

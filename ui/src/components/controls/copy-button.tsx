import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly look?: ButtonProps['look'];
}

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, label = 'Copy', look }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('The browser refused to copy'),
    );
  };
  return (
    <>
      <Button {...(look === undefined ? {} : { look })} onClick={copy}>
        {outcome ?? label}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </>
  );
}

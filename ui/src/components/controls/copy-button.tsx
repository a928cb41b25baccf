import { useState } from 'react';
import { texts } from '../../texts/en.ts';
import { Button, type ButtonProps } from './button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly look?: ButtonProps['look'];
}

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, label = texts.common.copy, look }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome(texts.common.copied),
      () => setOutcome(texts.common.notCopied),
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

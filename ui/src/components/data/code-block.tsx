import { CopyButton } from '../controls/copy-button.tsx';

export interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
}

/** Code or JSON, to read and to copy. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="code">
      <CopyButton text={code} />
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

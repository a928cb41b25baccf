import { Button } from './button.tsx';

export interface DownloadButtonProps {
  readonly label: string;
  /** Of the file. */
  readonly name: string;
  readonly data: BlobPart;
}

/** Saves data as a file; nothing leaves the browser. */
export function DownloadButton({ label, name, data }: DownloadButtonProps) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([data], { type: 'application/octet-stream' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  };
  return <Button onClick={save}>{label}</Button>;
}

import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';

export interface PagePictureProps {
  /** A JPEG in Base64. */
  readonly image: string;
  readonly label: string;
}

/** A small picture of a page that is shown whole when it is pressed. */
export function PagePicture({ image, label }: PagePictureProps) {
  const [isOpen, setOpen] = useState(false);
  const source = `data:image/jpeg;base64,${image}`;
  return (
    <>
      <button type="button" className="page-picture" onClick={() => setOpen(true)}>
        <img src={source} alt={label} />
      </button>
      {isOpen && (
        <Dialog title={label} isWide onClose={() => setOpen(false)}>
          <img className="whole-picture" src={source} alt={label} />
          <div className="actions">
            <Button onClick={() => setOpen(false)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

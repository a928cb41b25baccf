import { useState } from 'react';
import type { StudioViewport } from '../../../../src/studio/api/studio-browsing.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

const sizeNames = { desktop: 'Desktop', tablet: 'Tablet', phone: 'Phone' };

const sizes = {
  desktop: { width: 1_280, height: 800 },
  tablet: { width: 820, height: 1_180 },
  phone: { width: 390, height: 844 },
} as const;
const names = ['desktop', 'tablet', 'phone'] as const;

/** What the page is laid out in: a usual size, or one of the person's own. */
export function ViewportChoice() {
  const studio = useStudio();
  const { session } = useView();
  const [act] = useAct();
  const [isOpen, setOpen] = useState(false);
  const viewport = session?.viewport ?? sizes.desktop;
  const named = names.find(
    (name) => sizes[name].width === viewport.width && sizes[name].height === viewport.height,
  );
  const set = (viewport: StudioViewport) =>
    act(() => studio.command({ type: 'setViewport', viewport }));
  return (
    <>
      <select
        className="input input-narrow viewport-choice"
        aria-label="Size of the page"
        value={named ?? 'own'}
        onChange={({ target }) => {
          const chosen = names.find((name) => name === target.value);
          if (chosen === undefined) setOpen(true);
          else set(sizes[chosen]);
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {sizeNames[name]} {sizes[name].width} × {sizes[name].height}
          </option>
        ))}
        <option value="own">
          {named === undefined
            ? `Own size ${viewport.width} × ${viewport.height}`
            : 'Another size…'}
        </option>
      </select>
      {isOpen && (
        <SizeDialog
          viewport={viewport}
          onClose={() => setOpen(false)}
          onSet={(size) => {
            setOpen(false);
            set(size);
          }}
        />
      )}
    </>
  );
}

interface SizeDialogProps {
  readonly viewport: StudioViewport;
  readonly onClose: () => void;
  readonly onSet: (viewport: StudioViewport) => void;
}

function SizeDialog({ viewport, onClose, onSet }: SizeDialogProps) {
  const [width, setWidth] = useState(String(viewport.width));
  const [height, setHeight] = useState(String(viewport.height));
  const number = { type: 'number', required: true, min: 240 } as const;
  return (
    <Dialog title="Another size…" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSet({ width: Number(width), height: Number(height) });
        }}
      >
        <div className="fields">
          <TextField
            {...number}
            max={2_560}
            label="Width in pixels"
            value={width}
            onChange={setWidth}
          />
          <TextField
            {...number}
            max={1_600}
            label="Height in pixels"
            value={height}
            onChange={setHeight}
          />
        </div>
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Set the size
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { CopyButton } from '../../components/controls/copy-button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Field } from '../../components/fields/field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

/** Makes a key with a label, and shows it this once. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [label, setLabel] = useState('');
  const make = useChange('POST /keys', ['GET /keys']);
  if (make.data !== undefined) return <ShownKey secret={make.data.key} onClose={onClose} />;
  return (
    <Dialog title="New key" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate({ body: { label } });
        }}
      >
        <TextField
          label="Label"
          hint="For what the key is used, e.g. the name of a server."
          required
          maxLength={200}
          value={label}
          onChange={setLabel}
        />
        {make.error !== null && <FailureNotice error={make.error} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            New key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ShownKeyProps {
  readonly secret: string;
  readonly onClose: () => void;
}

function ShownKey({ secret, onClose }: ShownKeyProps) {
  return (
    <Dialog title="Your new key" onClose={onClose}>
      <p className="notice notice-warning">
        Copy it now: it is shown this once and cannot be read again.
      </p>
      <Field label="Key">
        {(attributes) => (
          <div className="secret">
            <input
              {...attributes}
              className="input"
              readOnly
              value={secret}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={secret} />
          </div>
        )}
      </Field>
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </Dialog>
  );
}

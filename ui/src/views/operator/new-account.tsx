import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { goTo, toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

/** Makes an account, whose owner signs in by links. */
export function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [credits, setCredits] = useState('0');
  const make = useChange('POST /operator/accounts', ['GET /operator/accounts']);
  const submit = () => {
    const given = email.trim() === '' ? {} : { email: email.trim() };
    make.mutate(
      { body: { ...given, credits: Number(credits) } },
      {
        onSuccess: ({ id }) => {
          goTo(toHref(`/accounts/${id}`));
        },
      },
    );
  };
  return (
    <Dialog title="New account" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="E-mail address"
          hint="Its owner is invited by an e-mail, where this service sends mail, and signs in by links. May be empty."
          type="email"
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Credits"
          type="number"
          min={0}
          required
          value={credits}
          onChange={setCredits}
        />
        {make.error !== null && <FailureNotice error={make.error} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            New account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

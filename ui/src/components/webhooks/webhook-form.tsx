import { useState } from 'react';
import type { RunEvent, WebhookInput, WebhookView } from '../../api/shapes.ts';
import { Button } from '../controls/button.tsx';
import { CheckField } from '../fields/check-field.tsx';
import { ConfirmButton } from '../controls/confirm-button.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { parseHeaders } from '../fields/parse-headers.ts';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import { runStates } from '../runs/run-badge.tsx';

export interface WebhookFormProps {
  readonly webhook: WebhookView | undefined;
  readonly onSave: (webhook: WebhookInput) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

const headersHint =
  'One a line, e.g. Authorization: Bearer … Values are kept secret: they are never shown again.';
const secretHint =
  'Signs every delivery as in Standard Webhooks: whsec_ and 24 to 64 random bytes in Base64. It is never shown again.';

const events: readonly RunEvent[] = ['completed', 'failed', 'cancelled'];

/** Sets a webhook. The values of its headers and its secret are written here and never read, so they are kept by no draft. */
export function WebhookForm({ webhook, onSave, onRemove }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [chosen, setChosen] = useState<readonly RunEvent[]>(webhook?.events ?? []);
  const [headerText, setHeaderText] = useState('');
  const [secret, setSecret] = useState('');
  const [isUnsigned, setIsUnsigned] = useState(false);
  const [state, setState] = useState<'ready' | 'busy' | 'saved'>('ready');
  const [failure, setFailure] = useState<unknown>();
  const headers = parseHeaders(headerText);
  const save = async () => {
    if (headers === undefined) return;
    setState('busy');
    setFailure(undefined);
    const given = {
      ...(headerText.trim() === '' ? {} : { headers }),
      ...(isUnsigned ? { signingSecret: null } : {}),
      ...(isUnsigned || secret.trim() === '' ? {} : { signingSecret: secret.trim() }),
    };
    try {
      await onSave({ url: url.trim(), events: chosen, ...given });
      setHeaderText('');
      setSecret('');
      setIsUnsigned(false);
      setState('saved');
    } catch (error) {
      setFailure(error);
      setState('ready');
    }
  };
  return (
    <form
      className="stack form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label="URL"
        hint="It gets a POST with JSON and has 10 seconds to answer."
        type="url"
        required
        value={url}
        onChange={setUrl}
      />
      <fieldset className="stack stack-tight">
        <legend className="legend">Events</legend>
        {events.map((event) => (
          <CheckField
            key={event}
            label={runStates[event]}
            checked={chosen.includes(event)}
            onChange={(checked) =>
              setChosen(events.filter((e) => (e === event ? checked : chosen.includes(e))))
            }
          />
        ))}
        <span className="field-hint">None chosen means all.</span>
      </fieldset>
      <TextArea
        label="Headers"
        hint={
          webhook === undefined || webhook.headers.length === 0
            ? headersHint
            : `${headersHint} Stored: ${webhook.headers.join(', ')}. Leave this empty to keep them while the URL stays at its origin.`
        }
        fault={
          headers === undefined
            ? 'Write each header as Name: value, on a line of its own.'
            : undefined
        }
        value={headerText}
        onChange={setHeaderText}
      />
      <TextField
        label="Signing secret"
        hint={
          webhook?.isSigned === true
            ? `${secretHint} Deliveries are signed. Leave this empty to keep the secret while the URL stays at its origin.`
            : secretHint
        }
        type="password"
        autoComplete="off"
        disabled={isUnsigned}
        value={secret}
        onChange={setSecret}
      />
      {webhook?.isSigned === true && (
        <CheckField
          label="Remove the secret: deliveries are no longer signed"
          checked={isUnsigned}
          onChange={setIsUnsigned}
        />
      )}
      {failure !== undefined && <FailureNotice error={failure} />}
      <div className="actions">
        <Button type="submit" look="primary" isBusy={state === 'busy'}>
          Save the webhook
        </Button>
        {webhook !== undefined && (
          <ConfirmButton
            label="Remove"
            title="Remove this webhook?"
            action="Remove"
            onConfirm={onRemove}
          >
            <p>The ends of runs are no longer posted there.</p>
          </ConfirmButton>
        )}
        <span role="status" className="soft">
          {state === 'saved' && 'Saved.'}
        </span>
      </div>
    </form>
  );
}

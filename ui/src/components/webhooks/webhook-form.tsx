import { useState } from 'react';
import type { RunEvent, WebhookInput, WebhookView } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import { CheckField } from '../fields/check-field.tsx';
import { ConfirmButton } from '../controls/confirm-button.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { parseHeaders } from '../fields/parse-headers.ts';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';

export interface WebhookFormProps {
  readonly webhook: WebhookView | undefined;
  readonly onSave: (webhook: WebhookInput) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

const t = texts.webhooks;
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
      <TextField label={t.url} hint={t.urlHint} type="url" required value={url} onChange={setUrl} />
      <fieldset className="stack stack-tight">
        <legend className="legend">{t.events}</legend>
        {events.map((event) => (
          <CheckField
            key={event}
            label={texts.runs.status[event]}
            checked={chosen.includes(event)}
            onChange={(checked) =>
              setChosen(events.filter((e) => (e === event ? checked : chosen.includes(e))))
            }
          />
        ))}
        <span className="field-hint">{t.eventsHint}</span>
      </fieldset>
      <TextArea
        label={t.headers}
        hint={
          webhook === undefined || webhook.headers.length === 0
            ? t.headersHint
            : `${t.headersHint} ${t.keptHeaders(webhook.headers.join(', '))}`
        }
        fault={headers === undefined ? t.headerFault : undefined}
        value={headerText}
        onChange={setHeaderText}
      />
      <TextField
        label={t.secret}
        hint={webhook?.isSigned === true ? `${t.secretHint} ${t.keptSecret}` : t.secretHint}
        type="password"
        autoComplete="off"
        disabled={isUnsigned}
        value={secret}
        onChange={setSecret}
      />
      {webhook?.isSigned === true && (
        <CheckField label={t.removeSecret} checked={isUnsigned} onChange={setIsUnsigned} />
      )}
      {failure !== undefined && <FailureNotice error={failure} />}
      <div className="actions">
        <Button type="submit" look="primary" isBusy={state === 'busy'}>
          {t.set}
        </Button>
        {webhook !== undefined && (
          <ConfirmButton
            label={t.remove}
            title={t.removeTitle}
            action={t.remove}
            onConfirm={onRemove}
          >
            <p>{t.removeLead}</p>
          </ConfirmButton>
        )}
        <span role="status" className="soft">
          {state === 'saved' && texts.common.saved}
        </span>
      </div>
    </form>
  );
}

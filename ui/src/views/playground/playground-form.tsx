import { Button } from '../../components/controls/button.tsx';
import { CheckField } from '../../components/fields/check-field.tsx';
import { parseHeaders } from '../../components/fields/parse-headers.ts';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextArea } from '../../components/fields/text-area.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { texts } from '../../texts/en.ts';
import type { PlaygroundDraft } from './playground-draft.ts';
import { listChoices } from './list-choices.ts';

export interface PartProps {
  readonly draft: PlaygroundDraft;
  readonly onChange: (part: Partial<PlaygroundDraft>) => void;
}

export interface PlaygroundFormProps extends PartProps {
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

const t = texts.playground;

/** Every option of a call, the common ones first. */
export function PlaygroundForm({ draft, isBusy, onChange, onSubmit }: PlaygroundFormProps) {
  const schemaFault = findSchemaFault(draft.schema);
  const headerFault =
    parseHeaders(draft.headers) === undefined ? texts.webhooks.headerFault : undefined;
  const parts = { draft, onChange };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && schemaFault === undefined && headerFault === undefined) onSubmit();
      }}
    >
      <SelectField
        label={t.kind}
        value={draft.kind}
        options={listChoices(t.kinds)}
        onChange={(kind) => onChange({ kind })}
      />
      <TextField
        label={t.url}
        type="url"
        required
        placeholder="https://"
        value={draft.url}
        onChange={(url) => onChange({ url })}
      />
      {draft.kind === 'extract' ? (
        <>
          <TextArea
            label={t.prompt}
            hint={t.promptHint}
            required
            value={draft.prompt}
            onChange={(prompt) => onChange({ prompt })}
          />
          <TextArea
            label={t.schema}
            hint={t.schemaHint}
            fault={schemaFault}
            isCode
            value={draft.schema}
            onChange={(schema) => onChange({ schema })}
          />
          <CheckField
            label={t.showPage}
            hint={t.showPageHint}
            checked={draft.showPage}
            onChange={(showPage) => onChange({ showPage })}
          />
        </>
      ) : (
        <ScrapeChoices {...parts} />
      )}
      <details className="more">
        <summary>{t.options}</summary>
        <div className="stack">
          {draft.kind === 'extract' && <ExtractChoices {...parts} />}
          <PageChoices {...parts} headerFault={headerFault} />
        </div>
      </details>
      <div>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t.run}
        </Button>
      </div>
    </form>
  );
}

function ScrapeChoices({ draft, onChange }: PartProps) {
  return (
    <>
      <SelectField
        label={t.format}
        value={draft.format}
        options={listChoices(t.formats)}
        onChange={(format) => onChange({ format })}
      />
      {draft.format === 'pdf' && (
        <SelectField
          label={t.navigation}
          value={draft.navigation}
          options={listChoices(t.navigations)}
          onChange={(navigation) => onChange({ navigation })}
        />
      )}
      <CheckField
        label={t.links}
        checked={draft.extractLinks}
        onChange={(extractLinks) => onChange({ extractLinks })}
      />
      <CheckField
        label={t.tagTruncate}
        checked={draft.tagTruncate}
        onChange={(tagTruncate) => onChange({ tagTruncate })}
      />
      <CheckField
        label={t.clean}
        hint={t.cleanHint}
        checked={draft.clean}
        onChange={(clean) => onChange({ clean })}
      />
    </>
  );
}

function ExtractChoices({ draft, onChange }: PartProps) {
  const { low, high } = t.levels;
  return (
    <>
      <SelectField
        label={t.complexity}
        value={draft.pageComplexity}
        options={listChoices({ low, high })}
        onChange={(pageComplexity) => onChange({ pageComplexity })}
      />
      <SelectField
        label={t.detail}
        value={draft.detailLevel}
        options={listChoices(t.levels)}
        onChange={(detailLevel) => onChange({ detailLevel })}
      />
      <SelectField
        label={t.grounding}
        value={draft.grounding}
        options={listChoices(t.groundings)}
        onChange={(grounding) => onChange({ grounding })}
      />
      <CheckField
        label={t.plainText}
        checked={draft.plainText}
        onChange={(plainText) => onChange({ plainText })}
      />
      <CheckField
        label={t.experimental}
        checked={draft.experimental}
        onChange={(experimental) => onChange({ experimental })}
      />
      <CheckField label={t.usage} checked={draft.usage} onChange={(usage) => onChange({ usage })} />
    </>
  );
}

function PageChoices(props: PartProps & { readonly headerFault: string | undefined }) {
  const { draft, onChange, headerFault } = props;
  return (
    <>
      <SelectField
        label={t.parse}
        value={draft.parseMode}
        options={listChoices(t.parsing)}
        onChange={(parseMode) => onChange({ parseMode })}
      />
      <SelectField
        label={t.reduce}
        value={draft.reduceContent}
        options={listChoices(t.reduces)}
        onChange={(reduceContent) => onChange({ reduceContent })}
      />
      <TextField
        label={t.includeTags}
        hint={t.tagsHint}
        value={draft.includeTags}
        onChange={(includeTags) => onChange({ includeTags })}
      />
      <TextField
        label={t.excludeTags}
        value={draft.excludeTags}
        onChange={(excludeTags) => onChange({ excludeTags })}
      />
      <TextArea
        label={t.headers}
        hint={t.headersHint}
        fault={headerFault}
        value={draft.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <TextField
        label={t.maxAge}
        hint={t.maxAgeHint}
        type="number"
        min={0}
        value={draft.maxAge}
        onChange={(maxAge) => onChange({ maxAge })}
      />
      <CheckField
        label={t.stealth}
        hint={t.stealthHint}
        checked={draft.stealth}
        onChange={(stealth) => onChange({ stealth })}
      />
    </>
  );
}

function findSchemaFault(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return undefined;
  } catch {
    // The same sentence as for JSON of another type.
  }
  return t.notObject;
}

import { Button } from '../../components/controls/button.tsx';
import { CheckField } from '../../components/fields/check-field.tsx';
import { parseHeaders } from '../../components/fields/parse-headers.ts';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextArea } from '../../components/fields/text-area.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import type { PlaygroundDraft } from './playground-draft.ts';
import { listChoices } from './list-choices.ts';

const kinds = { extract: 'Extract', scrape: 'Scrape' };

const formats = { html: 'HTML', markdown: 'Markdown', pdf: 'PDF' };

const navigations = { end: 'at its end', omit: 'left out', keep: 'where it stands' };

const levels = { low: 'low', medium: 'medium', high: 'high' };

const groundings = { report: 'are marked', drop: 'are left out', require: 'make the call fail' };

const certainties = {
  tell: 'are named in a warning',
  drop: 'are left out',
  fail: 'make the call fail',
};

const modelUses = {
  default: 'as this service is set',
  always: 'for all that is asked for',
  unsure: 'only for what the page does not settle',
};

const parsing = { accurate: 'accurate', speed: 'fast' };

const reduces = {
  auto: 'is reduced when too long',
  yes: 'is always reduced',
  no: 'is never reduced',
};

export interface PartProps {
  readonly draft: PlaygroundDraft;
  readonly onChange: (part: Partial<PlaygroundDraft>) => void;
}

export interface PlaygroundFormProps extends PartProps {
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

/** Every option of a call, the common ones first. */
export function PlaygroundForm({ draft, isBusy, onChange, onSubmit }: PlaygroundFormProps) {
  const schemaFault = findSchemaFault(draft.schema);
  const headerFault =
    parseHeaders(draft.headers) === undefined
      ? 'Write each header as Name: value, on a line of its own.'
      : undefined;
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
        label="Call"
        value={draft.kind}
        options={listChoices(kinds)}
        onChange={(kind) => onChange({ kind })}
      />
      <TextField
        label="URL"
        type="url"
        required
        placeholder="https://"
        value={draft.url}
        onChange={(url) => onChange({ url })}
      />
      {draft.kind === 'extract' ? (
        <>
          <TextArea
            label="What to extract"
            hint="In plain words, e.g. “name and price of each book”."
            required
            value={draft.prompt}
            onChange={(prompt) => onChange({ prompt })}
          />
          <TextArea
            label="JSON Schema"
            hint="Empty: any JSON object that answers the prompt."
            fault={schemaFault}
            isCode
            value={draft.schema}
            onChange={(schema) => onChange({ schema })}
          />
          <CheckField
            label="Show the page beside the result"
            hint="Reads it a second time: 1 credit more."
            checked={draft.showPage}
            onChange={(showPage) => onChange({ showPage })}
          />
        </>
      ) : (
        <ScrapeChoices {...parts} />
      )}
      <details className="more">
        <summary>More options</summary>
        <div className="stack">
          {draft.kind === 'extract' && <ExtractChoices {...parts} />}
          <PageChoices {...parts} headerFault={headerFault} />
        </div>
      </details>
      <div>
        <Button type="submit" look="primary" isBusy={isBusy}>
          Run the call
        </Button>
      </div>
    </form>
  );
}

function ScrapeChoices({ draft, onChange }: PartProps) {
  return (
    <>
      <SelectField
        label="Form"
        value={draft.format}
        options={listChoices(formats)}
        onChange={(format) => onChange({ format })}
      />
      {draft.format === 'pdf' && (
        <SelectField
          label="Navigation in the PDF"
          value={draft.navigation}
          options={listChoices(navigations)}
          onChange={(navigation) => onChange({ navigation })}
        />
      )}
      <CheckField
        label="List the page’s links"
        checked={draft.extractLinks}
        onChange={(extractLinks) => onChange({ extractLinks })}
      />
      <CheckField
        label="Images become their alternative text"
        checked={draft.tagTruncate}
        onChange={(tagTruncate) => onChange({ tagTruncate })}
      />
      <CheckField
        label="Clean"
        hint="For older clients: Markdown in the field html."
        checked={draft.clean}
        onChange={(clean) => onChange({ clean })}
      />
    </>
  );
}

function ExtractChoices({ draft, onChange }: PartProps) {
  return (
    <>
      <SelectField
        label="Page complexity"
        value={draft.pageComplexity}
        options={listChoices({ low: 'low', high: 'high' })}
        onChange={(pageComplexity) => onChange({ pageComplexity })}
      />
      <SelectField
        label="Detail"
        value={draft.detailLevel}
        options={listChoices(levels)}
        onChange={(detailLevel) => onChange({ detailLevel })}
      />
      <SelectField
        label="Values that the page does not hold"
        value={draft.grounding}
        options={listChoices(groundings)}
        onChange={(grounding) => onChange({ grounding })}
      />
      <SelectField
        label="Values that are not sure"
        value={draft.unsure}
        options={listChoices(certainties)}
        onChange={(unsure) => onChange({ unsure })}
      />
      <SelectField
        label="The model is asked"
        value={draft.models}
        options={listChoices(modelUses)}
        onChange={(models) => onChange({ models })}
      />
      <CheckField
        label="Plain text instead of JSON"
        checked={draft.plainText}
        onChange={(plainText) => onChange({ plainText })}
      />
      <CheckField
        label="Experimental path"
        checked={draft.experimental}
        onChange={(experimental) => onChange({ experimental })}
      />
      <CheckField
        label="Tokens of model calls"
        checked={draft.usage}
        onChange={(usage) => onChange({ usage })}
      />
    </>
  );
}

function PageChoices(props: PartProps & { readonly headerFault: string | undefined }) {
  const { draft, onChange, headerFault } = props;
  return (
    <>
      <SelectField
        label="Parsing"
        value={draft.parseMode}
        options={listChoices(parsing)}
        onChange={(parseMode) => onChange({ parseMode })}
      />
      <SelectField
        label="Long content"
        value={draft.reduceContent}
        options={listChoices(reduces)}
        onChange={(reduceContent) => onChange({ reduceContent })}
      />
      <TextField
        label="Tags to keep"
        hint="Names with spaces between, e.g. main article."
        value={draft.includeTags}
        onChange={(includeTags) => onChange({ includeTags })}
      />
      <TextField
        label="Tags to drop"
        value={draft.excludeTags}
        onChange={(excludeTags) => onChange({ excludeTags })}
      />
      <TextArea
        label="Request headers"
        hint="One a line, e.g. Accept-Language: de. Not kept over a reload."
        fault={headerFault}
        value={draft.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <TextField
        label="Most seconds in the cache"
        hint="Empty: no cache."
        type="number"
        min={0}
        value={draft.maxAge}
        onChange={(maxAge) => onChange({ maxAge })}
      />
      <CheckField
        label="Stealth"
        hint="Looks like an ordinary visitor; costs more."
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
  return 'Expected a JSON object.';
}

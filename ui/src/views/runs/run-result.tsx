import type { RunResult as Result } from '../../api/shapes.ts';
import { CodeBlock } from '../../components/data/code-block.tsx';
import { DataTable } from '../../components/data/data-table.tsx';
import { DownloadButton } from '../../components/controls/download-button.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { toCsv } from './to-csv.ts';

export interface RunResultProps {
  /** Of the run; names the files. */
  readonly id: string;
  readonly result: Result;
}

/** The items of a run as a table, JSON or CSV, after the warnings. */
export function RunResult({ id, result }: RunResultProps) {
  const items = result.pages.flatMap((page) => page.items);
  return (
    <>
      {result.warnings.length > 0 && (
        <Section title="Warnings">
          <div className="notice notice-warning">
            <ul>
              {result.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
        </Section>
      )}
      <Section title="Result">
        {items.length === 0 ? (
          <p className="soft">The run collected no items.</p>
        ) : (
          <Tabs
            label="Form of the result"
            tabs={[
              { label: 'Table', content: () => <DataTable label="Items" rows={items} /> },
              {
                label: 'JSON',
                content: () => (
                  <Form name={`${id}.json`} form="JSON" text={JSON.stringify(items, null, 2)} />
                ),
              },
              {
                label: 'CSV',
                content: () => <Form name={`${id}.csv`} form="CSV" text={toCsv(items)} />,
              },
            ]}
          />
        )}
      </Section>
    </>
  );
}

/** Characters that are drawn; the file has all of them. */
const maxDrawn = 100_000;

function Form(props: { readonly name: string; readonly form: string; readonly text: string }) {
  const { name, form, text } = props;
  return (
    <div className="stack stack-tight">
      <div>
        <DownloadButton name={name} label={`Download ${form}`} data={text} />
      </div>
      <CodeBlock label={form} code={text.slice(0, maxDrawn)} />
    </div>
  );
}

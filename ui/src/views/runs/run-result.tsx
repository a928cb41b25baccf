import type { RunResult as Result } from '../../api/shapes.ts';
import { CodeBlock } from '../../components/data/code-block.tsx';
import { DataTable } from '../../components/data/data-table.tsx';
import { DownloadButton } from '../../components/controls/download-button.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { texts } from '../../texts/en.ts';
import { toCsv } from './to-csv.ts';

export interface RunResultProps {
  /** Of the run; names the files. */
  readonly id: string;
  readonly result: Result;
}

const t = texts.runs;

/** The items of a run as a table, JSON or CSV, after the warnings. */
export function RunResult({ id, result }: RunResultProps) {
  const items = result.pages.flatMap((page) => page.items);
  return (
    <>
      {result.warnings.length > 0 && (
        <Section title={t.warnings}>
          <div className="notice notice-warning">
            <ul>
              {result.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
        </Section>
      )}
      <Section title={t.result}>
        {items.length === 0 ? (
          <p className="soft">{t.noItems}</p>
        ) : (
          <Tabs
            label={t.views}
            tabs={[
              { label: t.table, content: () => <DataTable label={t.facts.items} rows={items} /> },
              {
                label: t.json,
                content: () => (
                  <Form name={`${id}.json`} form={t.json} text={JSON.stringify(items, null, 2)} />
                ),
              },
              {
                label: t.csv,
                content: () => <Form name={`${id}.csv`} form={t.csv} text={toCsv(items)} />,
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
        <DownloadButton name={name} label={t.download(form)} data={text} />
      </div>
      <CodeBlock label={form} code={text.slice(0, maxDrawn)} />
    </div>
  );
}

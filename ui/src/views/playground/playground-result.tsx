import type { CallData } from '../../api/call-api.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { CodeBlock } from '../../components/data/code-block.tsx';
import { DownloadButton } from '../../components/controls/download-button.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Section } from '../../components/layout/section.tsx';
import { Table } from '../../components/data/table.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { toCellText } from '../../components/data/to-cell-text.ts';
import { texts } from '../../texts/en.ts';
import { findMarks, type WireEvidence } from './find-marks.ts';
import { findValue } from './find-value.ts';
import { SeenPage } from './seen-page.tsx';

export interface PlaygroundResultProps {
  readonly kind: 'extract' | 'scrape';
  readonly answer: CallData<'POST /extract'>;
  /** Absent where it was not asked for. */
  readonly pageText: string | undefined;
}

const t = texts.playground;
const looks = {
  supported: 'good',
  normalised: 'good',
  inferred: 'busy',
  unsupported: 'bad',
} as const;

/** The answer of a call: its values with their evidence, the page with their places marked, the JSON, its files. */
export function PlaygroundResult({ answer, pageText }: PlaygroundResultProps) {
  const { data, creditsUsed, creditsRemaining } = answer;
  const evidence = Array.isArray(data['evidence']) ? (data['evidence'] as WireEvidence[]) : [];
  const warnings = Array.isArray(data['warnings']) ? (data['warnings'] as string[]) : [];
  const { pdf, ...shown } = data;
  const toValueText = (path: string) => toCellText(findValue(data['result'], path));
  const text = findText(data);
  return (
    <Section
      title={t.result}
      aside={
        <span className="soft small">
          {t.charged(formatNumber(creditsUsed), formatNumber(creditsRemaining))}
        </span>
      }
    >
      {warnings.length > 0 && (
        <div className="notice notice-warning">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {typeof pdf === 'string' && (
        <div>
          <DownloadButton
            label={t.pdf}
            name="page.pdf"
            data={Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0))}
          />
        </div>
      )}
      <Tabs
        label={t.forms}
        tabs={[
          ...(pageText === undefined
            ? []
            : [
                {
                  label: t.page,
                  content: () => (
                    <SeenPage text={pageText} marks={findMarks(pageText, evidence, toValueText)} />
                  ),
                },
              ]),
          ...(evidence.length === 0
            ? []
            : [
                {
                  label: t.values,
                  content: () => <Values evidence={evidence} toValueText={toValueText} />,
                },
              ]),
          ...(text === undefined
            ? []
            : [{ label: t.page, content: () => <CodeBlock label={t.page} code={text} /> }]),
          {
            label: t.json,
            content: () => <CodeBlock label={t.json} code={JSON.stringify(shown, null, 2)} />,
          },
        ]}
      />
    </Section>
  );
}

/** The scraped page as text; absent of extractions and PDF files. */
function findText(data: Readonly<Record<string, unknown>>): string | undefined {
  const text = data['markdown'] ?? data['html'];
  return typeof text === 'string' ? text : undefined;
}

interface ValuesProps {
  readonly evidence: readonly WireEvidence[];
  readonly toValueText: (path: string) => string;
}

function Values({ evidence, toValueText }: ValuesProps) {
  return (
    <Table
      label={t.values}
      rows={evidence}
      rowKey={({ path }) => path}
      columns={[
        {
          label: t.columns.path,
          cell: ({ path }) => (
            <>
              <code className="soft">{path}</code>
              <br />
              {toValueText(path)}
            </>
          ),
        },
        {
          label: t.columns.evidence,
          cell: ({ status, rule }) => (
            <Badge look={looks[status]}>
              {t.evidence[status]}
              {rule === undefined ? '' : ` (${rule})`}
            </Badge>
          ),
        },
        { label: t.columns.place, cell: ({ snippet }) => snippet },
      ]}
    />
  );
}

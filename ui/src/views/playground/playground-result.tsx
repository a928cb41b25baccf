import type { CallData } from '../../api/call-api.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { CodeBlock } from '../../components/data/code-block.tsx';
import { DownloadButton } from '../../components/controls/download-button.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Section } from '../../components/layout/section.tsx';
import { Table } from '../../components/data/table.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { toCellText } from '../../components/data/to-cell-text.ts';
import { findMarks, type WireEvidence } from './find-marks.ts';
import { findValue } from './find-value.ts';
import { SeenPage } from './seen-page.tsx';

const evidenceStates = {
  supported: 'As on the page',
  normalised: 'In another form',
  inferred: 'Worked out',
  unsupported: 'Not on the page',
};

export interface PlaygroundResultProps {
  readonly kind: 'extract' | 'scrape';
  readonly answer: CallData<'POST /extract'>;
  /** Absent where it was not asked for. */
  readonly pageText: string | undefined;
}

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
      title="Result"
      aside={
        <span className="soft small">
          {`${formatNumber(creditsUsed)} credits used, ${formatNumber(creditsRemaining)} left`}
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
            label="Download the PDF"
            name="page.pdf"
            data={Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0))}
          />
        </div>
      )}
      <Tabs
        label="Forms of the result"
        tabs={[
          ...(pageText === undefined
            ? []
            : [
                {
                  label: 'Page',
                  content: () => (
                    <SeenPage text={pageText} marks={findMarks(pageText, evidence, toValueText)} />
                  ),
                },
              ]),
          ...(evidence.length === 0
            ? []
            : [
                {
                  label: 'Values',
                  content: () => <Values evidence={evidence} toValueText={toValueText} />,
                },
              ]),
          ...(text === undefined
            ? []
            : [{ label: 'Page', content: () => <CodeBlock label="Page" code={text} /> }]),
          {
            label: 'Answer',
            content: () => <CodeBlock label="Answer" code={JSON.stringify(shown, null, 2)} />,
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
      label="Values"
      rows={evidence}
      rowKey={({ path }) => path}
      columns={[
        {
          label: 'Value',
          cell: ({ path, status, rule }) => (
            <>
              <code className="soft">{path}</code>
              <br />
              {toValueText(path)}
              <br />
              <Badge look={looks[status]}>
                {evidenceStates[status]}
                {rule === undefined ? '' : ` (${rule})`}
              </Badge>
            </>
          ),
        },
        { label: 'Where it stands', cell: ({ snippet }) => snippet },
      ]}
    />
  );
}

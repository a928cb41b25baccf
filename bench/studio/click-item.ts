import { parseSelector } from '../../src/recipes/format/parse-selector.ts';
import type { ListDraft } from '../../src/studio/picking/list-draft.ts';
import { proposeList } from '../../src/studio/picking/propose-draft.ts';
import { readTable } from '../../src/studio/picking/read-table.ts';
import type { Subject } from './list-subjects.ts';
import type { BenchPage } from './open-bench-page.ts';
import { scoreTable, type TableScore } from './score-table.ts';

/** What one list brought, by a click or without one. */
export interface Outcome extends TableScore {
  readonly id: string;
  readonly group: string;
  readonly ms: number;
}

/** Clicks on what an XPath leads to, and compares the proposed list with what is expected. */
export async function clickItem(
  open: BenchPage,
  subject: Subject,
  place: string,
): Promise<Outcome> {
  const { selector } = parseSelector(`xpath/${place}`);
  const startedMs = performance.now();
  const draft = await proposeList(open.ask, { at: { selector: selector?.parts ?? [] } });
  const ms = performance.now() - startedMs;
  return { ...(await scoreDraft(open, subject, draft)), id: subject.id, group: subject.group, ms };
}

/** Compares what a draft reads with the expected rows. */
export async function scoreDraft(
  { ask }: BenchPage,
  { rows }: Subject,
  draft: ListDraft | undefined,
): Promise<TableScore> {
  if (draft === undefined || draft.selectors.length === 0 || draft.fields.length === 0) {
    return scoreTable(rows, [], []);
  }
  // Values are compared as the page has them: `1,234` is expected, not 1234.
  const asText = draft.fields.map((field) =>
    field.type === 'url' ? field : { ...field, type: 'string' as const },
  );
  const table = await readTable(ask, { ...draft, fields: asText });
  const whole = {
    name: 'text',
    type: 'string' as const,
    selectors: [':scope'],
    attribute: undefined,
    isList: false,
    isOptional: true,
    samples: [],
    isAdded: false,
  };
  const { rows: items } = await readTable(ask, { ...draft, fields: [whole] });
  const texts = items.map((row) => (typeof row['text'] === 'string' ? row['text'] : ''));
  return scoreTable(rows, texts, table.rows);
}

import { foldLabel } from '../../analysis/fold-label.ts';
import type { TextRun } from './list-runs.ts';

interface FoundLabel {
  readonly label: string;
  readonly isMarked: boolean;
}

/** The texts that name the values beside them. */
export interface RunLabels {
  /** The label that a run is, and whether a colon marks it; `undefined` for a value. */
  readonly labelOf: (run: TextRun) => FoundLabel | undefined;
  /** Whether a run is a label or begins with one. */
  readonly isNamed: (run: TextRun) => boolean;
  /** Folded labels that stand before a colon in the run of their value. */
  readonly prefixes: ReadonlySet<string>;
}

/** Characters; longer texts that all records share are notes. */
const maxLabelLength = 40;
/** Share of the records that have a label with a colon, and a label without one. */
const minMarkedShare = 0.3;
const minBareShare = 0.6;
const minBareRecords = 3;
/** A colon between digits is that of a time: "12:30". */
const labelled = /^((?:[^:：]|(?<=\d):(?=\d)){1,40})(?!(?<=\d):\d)[:：]\s*(\S[^]*)$/u;
const colonAtEnd = /[:：]$/;

/** Finds the labels of records by what most of them share: "Author:" before a name, "Docket" in a bold line. */
export function findLabels(records: readonly (readonly TextRun[])[]): RunLabels {
  const marked = new Map<string, number>();
  const bare = new Map<string, number>();
  const prefixes = new Map<string, number>();
  let filled = 0;
  for (const runs of records) {
    if (runs.length > 0) filled += 1;
    const seen = new Set<string>();
    for (const run of runs) {
      const cut = splitLabel(run.text);
      if (cut !== undefined) addOnce(prefixes, seen, `:${foldLabel(cut.label)}`);
      if (run.text.length > maxLabelLength) continue;
      const label = labelOfRun(run);
      if (label === '' || !/\p{L}/u.test(label)) continue;
      if (colonAtEnd.test(run.text)) addOnce(marked, seen, label);
      // What has a label of its own names nothing else, also where all records share it.
      else if (cut === undefined) addOnce(bare, seen, label);
    }
  }
  const markedLabels = atLeast(marked, Math.max(2, filled * minMarkedShare));
  const bareLabels = atLeast(bare, Math.max(minBareRecords, filled * minBareShare));
  const prefixLabels = atLeast(prefixes, Math.max(2, filled * minMarkedShare));
  const labelOf: RunLabels['labelOf'] = (run) => {
    const { text, parent } = run;
    if (text.length > maxLabelLength) return undefined;
    const label = labelOfRun(run);
    const isMarked = colonAtEnd.test(text);
    const isLabel = isMarked
      ? markedLabels.has(label)
      : bareLabels.has(label) && parent.node.name !== 'a' && parent.node.name !== 'button';
    return isLabel ? { label: text.replace(/[\s:：]+$/, ''), isMarked } : undefined;
  };
  const known = new Set([...prefixLabels].map((label) => label.slice(1)));
  return {
    labelOf,
    isNamed: (run) =>
      labelOf(run) !== undefined || known.has(foldLabel(splitLabel(run.text)?.label ?? '')),
    prefixes: known,
  };
}

/** Folded texts of runs, since the regions of a page share them. */
const folded = new WeakMap<TextRun, string>();

function labelOfRun(run: TextRun): string {
  let label = folded.get(run);
  if (label === undefined) {
    label = foldLabel(run.text);
    folded.set(run, label);
  }
  return label;
}

/** "Author: Smith" as its label and its value. */
export function splitLabel(
  text: string,
): { readonly label: string; readonly value: string } | undefined {
  const [, label, value] = labelled.exec(text) ?? [];
  if (label === undefined || value === undefined) return undefined;
  // Addresses have colons too.
  return /\p{L}/u.test(label) && !value.startsWith('//') ? { label, value } : undefined;
}

/** The labels counted at least so often. */
function atLeast(counts: ReadonlyMap<string, number>, least: number): ReadonlySet<string> {
  return new Set([...counts].filter(([, count]) => count >= least).map(([label]) => label));
}

function addOnce(counts: Map<string, number>, seen: Set<string>, label: string): void {
  if (seen.has(label)) return;
  seen.add(label);
  counts.set(label, (counts.get(label) ?? 0) + 1);
}

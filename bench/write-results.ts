import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A row of a table and a bar of its chart. */
export interface ResultRow {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Ours, and so drawn in the colour of the project. */
  readonly isOwn: boolean;
  readonly target?: number;
}

export interface ResultTable {
  /** Of the files, in kebab-case. */
  readonly name: string;
  readonly title: string;
  /** What the numbers are, and on what they were measured. */
  readonly note: string;
  readonly rows: readonly ResultRow[];
}

const folder = path.join(import.meta.dirname, 'results');

/** Writes `<name>.md` and `<name>.svg` with the commit that was measured. Returns the paths. */
export function writeResults(table: ResultTable): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const commit = readCommit();
  const files = [path.join(folder, `${table.name}.md`), path.join(folder, `${table.name}.svg`)];
  writeFileSync(files[0] ?? '', toTable(table, commit));
  writeFileSync(files[1] ?? '', toChart(table, commit));
  return files;
}

/** The commit that is measured. */
export function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    // A packed copy has no history.
    return 'unknown';
  }
}

function toTable({ title, note, rows }: ResultTable, commit: string): string {
  const lines = rows.map(({ name, value, low, high, target }) => {
    const cells = [
      name,
      format(value),
      `${format(low)}–${format(high)}`,
      target === undefined ? '' : format(target),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = ['| | median | spread | target |', '|---|---|---|---|'];
  return [`# ${title}`, '', `${note} Commit ${commit}.`, '', ...head, ...lines, ''].join('\n');
}

const width = 820;
const rowHeight = 26;
const labelWidth = 360;

function toChart({ title, note, rows }: ResultTable, commit: string): string {
  const most = Math.max(
    ...rows.map(({ high, target }) => Math.max(high, target ?? 0)),
    Number.MIN_VALUE,
  );
  const scale = (width - labelWidth - 80) / most;
  const bars = rows.map(({ name, value, low, high, isOwn, target }, index) => {
    const y = 56 + index * rowHeight;
    const end = labelWidth + value * scale;
    const goal =
      target === undefined ? '' : line(labelWidth + target * scale, y - 3, y + 19, '#c0392b');
    return (
      `<text x="${labelWidth - 8}" y="${y + 13}" text-anchor="end">${escapeXml(name)}</text>` +
      `<rect x="${labelWidth}" y="${y}" width="${(value * scale).toFixed(1)}" height="16" fill="${isOwn ? '#2d6cdf' : '#9aa5b1'}"/>` +
      line(labelWidth + low * scale, y + 4, y + 12, '#1f2933') +
      line(labelWidth + high * scale, y + 4, y + 12, '#1f2933') +
      goal +
      `<text x="${(Math.max(end, labelWidth + high * scale) + 8).toFixed(1)}" y="${y + 13}">${format(value)}</text>`
    );
  });
  const height = 72 + rows.length * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1f2933">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="24" font-size="16" font-weight="600">${escapeXml(title)}</text>`,
    `<text x="16" y="43" font-size="11" fill="#52606d">${escapeXml(note)} Commit ${commit}. Red: target.</text>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

function line(x: number, from: number, to: number, colour: string): string {
  const at = x.toFixed(1);
  return `<line x1="${at}" x2="${at}" y1="${from}" y2="${to}" stroke="${colour}" stroke-width="1.5"/>`;
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value < 0.1 ? 3 : 2);
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { diff } from 'node:util';

/** Lines of one diff; a page may have thousands, which tell no more than the first. */
const maxLines = 40;
/** Lines that are compared one by one: the time grows with their square. */
const maxCompared = 400;
const maxLineLength = 300;

/** Returns what differs between two texts, by line: `- recorded`, `+ asked for`; empty where they are equal. */
export function toDiff(recorded: readonly string[], asked: readonly string[]): readonly string[] {
  let start = 0;
  while (start < Math.min(recorded.length, asked.length) && recorded[start] === asked[start]) {
    start += 1;
  }
  let same = 0;
  const shared = Math.min(recorded.length, asked.length) - start;
  while (same < shared && recorded.at(-1 - same) === asked.at(-1 - same)) same += 1;
  const [before = [], after = []] = [recorded, asked].map((lines) =>
    lines.slice(start, lines.length - same).slice(0, maxCompared),
  );
  // Node's diff throws for two empty lists.
  if (before.length + after.length === 0) return [];
  const lines = diff(before, after)
    .filter(([change]) => change !== 0)
    .map(([change, line]) => `${change > 0 ? '-' : '+'} ${shorten(line)}`);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} lines more`];
}

function shorten(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}

const tableRule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/u;
/** What a cell holds beside its text: which part of it is meant is a guess. */
const cellMarkup = /\*\*|`|<\w|~~|\]\(/u;

/** What came in place of JSON. */
interface OtherForm {
  /** With its article where it has one, for messages. */
  readonly name: string;
  /** Of a table whose rows are whole, as texts. */
  readonly records?: readonly Readonly<Record<string, string>>[] | undefined;
}

/** A form other than JSON that all of an answer has; `undefined` where none is seen. */
export function findOtherForm(text: string): OtherForm | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('```'));
  const rule = lines.findIndex((line) => line.includes('|') && tableRule.test(line));
  if (rule > 0) return { name: 'a Markdown table', records: readTable(lines, rule) };
  const name = nameForm(lines);
  return name === undefined ? undefined : { name };
}

/** The rows of a table as records of texts; `undefined` where a row is not whole or a cell is more than a text. */
function readTable(
  lines: readonly string[],
  rule: number,
): readonly Readonly<Record<string, string>>[] | undefined {
  const header = lines[rule - 1] ?? '';
  const names = splitRow(header);
  const rest = lines.slice(rule + 1);
  const end = rest.findIndex((line) => !line.includes('|'));
  const rows = end < 0 ? rest : rest.slice(0, end);
  const isWhole =
    new Set(names).size === names.length &&
    rows.length > 0 &&
    !rest.slice(rows.length).some((line) => line.includes('|')) &&
    rows.every(
      (row) =>
        row.endsWith('|') === header.endsWith('|') &&
        splitRow(row).length === names.length &&
        !cellMarkup.test(row),
    );
  if (!isWhole) return undefined;
  return rows.map((row) => {
    const cells = splitRow(row);
    const members = names.map((name, at) => [name, cells[at] ?? ''] as const);
    return Object.fromEntries(members.filter(([, cell]) => cell !== ''));
  });
}

function splitRow(row: string): readonly string[] {
  const inner = row.replace(/^\|/u, '').replace(/(?<!\\)\|$/u, '');
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

/** What an answer without JSON is, where all of its lines say so. */
function nameForm(lines: readonly string[]): string | undefined {
  const [first = '', ...rows] = lines;
  if (rows.length === 0) return undefined;
  if (/^<[a-z?]/iu.test(first) && /<\/[\w:-]{1,80}>$/u.test(lines.at(-1) ?? '')) return 'XML';
  const isYaml = lines.every((line) => /^(?:---$|-\s|[\w"'-]{1,60}:(?:\s|$))/u.test(line));
  if (isYaml && lines.some((line) => /^(?:-\s+)?[\w"'-]{1,60}:/u.test(line))) return 'YAML';
  const isTable = [',', ';', '\t'].some((mark) => {
    const names = first.split(mark);
    return (
      names.length > 1 &&
      names.every((name) => /^"?[\p{L}_][\p{L}\p{N}_]{0,60}"?$/u.test(name.trim())) &&
      rows.every((row) => row.split(mark).length >= names.length)
    );
  });
  return isTable ? 'CSV' : undefined;
}

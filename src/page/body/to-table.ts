/** Cells of one table; a page with more is read as text, because each cell takes a hundred bytes in a tree. */
export const maxCells = 200_000;

/** A table of cells (`toCell`), below the names of its columns where it has some. */
export function toTable(
  head: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
): string {
  const names = head?.map((name) => `<th>${escapeText(name)}</th>`);
  const top = names === undefined ? '' : `<thead>${toRow(names)}</thead>`;
  return `<table>${top}<tbody>${rows.map(toRow).join('')}</tbody></table>`;
}

/** A cell, and the language that its value is written in where that is known. */
export function toCell(html: string, language?: string): string {
  return `<td${language === undefined ? '' : ` lang="${language}"`}>${html}</td>`;
}

export function toRow(cells: readonly string[]): string {
  return `<tr>${cells.join('')}</tr>`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The matrix of cases: found, sorted and walked through. */
export interface Matrix {
  /** Moves to the cell of a case and a pipeline, by their places in the result. */
  focus(index: number, pipeline: number): void;
  /** The places of the cases that are shown, in the order of the rows. */
  listShown(): readonly number[];
}

/** Part of the report's script: uses nothing from module scope. `open` is called with the places of a case and a pipeline. */
export function createMatrix(
  open: ((index: number, pipeline: number) => void) | undefined,
): Matrix {
  const table = document.getElementById('matrix') as HTMLTableElement;
  const body = table.tBodies[0] as HTMLTableSectionElement;
  const rows = [...body.rows];
  const text = document.getElementById('filter-text') as HTMLInputElement;
  const kind = document.getElementById('filter-kind') as HTMLSelectElement;
  const count = document.getElementById('filter-count') as HTMLOutputElement;
  let current: HTMLTableCellElement | undefined;

  function listCells(row: HTMLTableRowElement): HTMLTableCellElement[] {
    return [...row.cells].slice(1);
  }

  function listShownRows(): HTMLTableRowElement[] {
    return [...body.rows].filter((row) => !row.hidden);
  }

  function listScores(row: HTMLTableRowElement): number[] {
    return listCells(row).flatMap(({ dataset }) =>
      dataset['score'] === '' || dataset['score'] === undefined ? [] : [Number(dataset['score'])],
    );
  }

  function isWanted(row: HTMLTableRowElement): boolean {
    const scores = listScores(row);
    if (kind.value === 'differ') return new Set(scores).size > 1;
    if (kind.value === 'failed') return listCells(row).some((cell) => 'failed' in cell.dataset);
    if (kind.value !== 'lost') return true;
    const base = listCells(row).find((cell) => 'baseline' in cell.dataset)?.dataset['score'];
    return base !== undefined && base !== '' && scores.some((score) => score < Number(base));
  }

  function filter(): void {
    const wanted = text.value.trim().toLowerCase();
    for (const row of rows) {
      const name = row.cells[0]?.textContent?.toLowerCase() ?? '';
      row.hidden = !name.includes(wanted) || !isWanted(row);
    }
    const shown = listShownRows();
    count.value = `${shown.length} of ${rows.length} cases`;
    if (current === undefined || current.closest('tr')?.hidden === true) {
      setCurrent(shown[0] === undefined ? undefined : listCells(shown[0])[0]);
    }
  }

  /** One cell alone is reached by Tab; the arrow keys lead on from it. */
  function setCurrent(cell: HTMLTableCellElement | undefined): void {
    if (current !== undefined) current.tabIndex = -1;
    current = cell;
    if (current !== undefined) current.tabIndex = 0;
  }

  function sort(button: HTMLButtonElement): void {
    const header = button.closest('th') as HTMLTableCellElement;
    const isDown = header.getAttribute('aria-sort') !== 'descending';
    for (const other of table.tHead?.rows[0]?.cells ?? []) other.removeAttribute('aria-sort');
    const key = button.dataset['sort'] ?? 'id';
    const direction = key === 'id' ? (isDown ? 1 : -1) : isDown ? -1 : 1;
    header.setAttribute('aria-sort', isDown === (key !== 'id') ? 'descending' : 'ascending');
    const placeOf = (row: HTMLTableRowElement): number => Number(row.dataset['index']);
    const valueOf = (row: HTMLTableRowElement): number => {
      if (key === 'id') return placeOf(row);
      const score = listCells(row)[Number(key)]?.dataset['score'];
      return score === undefined || score === '' ? -1 : Number(score);
    };
    rows.sort(
      (one, other) => direction * (valueOf(one) - valueOf(other)) || placeOf(one) - placeOf(other),
    );
    body.append(...rows);
  }

  function move(cell: HTMLTableCellElement, key: string): HTMLTableCellElement | undefined {
    const shown = listShownRows();
    const row = shown.indexOf(cell.closest('tr') as HTMLTableRowElement);
    const column = cell.cellIndex - 1;
    const last = listCells(shown[row] as HTMLTableRowElement).length - 1;
    const [nextRow, nextColumn] =
      key === 'ArrowUp'
        ? [row - 1, column]
        : key === 'ArrowDown'
          ? [row + 1, column]
          : key === 'ArrowLeft'
            ? [row, column - 1]
            : key === 'ArrowRight'
              ? [row, column + 1]
              : key === 'Home'
                ? [row, 0]
                : key === 'End'
                  ? [row, last]
                  : key === 'PageUp'
                    ? [Math.max(0, row - 10), column]
                    : key === 'PageDown'
                      ? [Math.min(shown.length - 1, row + 10), column]
                      : [-1, -1];
    const target = shown[nextRow ?? -1];
    return target === undefined ? undefined : listCells(target)[nextColumn ?? -1];
  }

  function openCell(cell: HTMLTableCellElement): void {
    setCurrent(cell);
    open?.(Number(cell.closest('tr')?.dataset['index']), cell.cellIndex - 1);
  }

  const cellOf = (event: Event): HTMLTableCellElement | null =>
    event.target instanceof Element ? event.target.closest('td') : null;

  body.addEventListener('click', (event) => {
    const cell = cellOf(event);
    if (cell !== null) openCell(cell);
  });
  body.addEventListener('keydown', (event) => {
    const cell = cellOf(event);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = move(cell, event.key);
    if (target !== undefined) {
      event.preventDefault();
      setCurrent(target);
      target.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      openCell(cell);
    } else if (event.key.startsWith('Arrow')) event.preventDefault();
  });
  for (const button of table.querySelectorAll<HTMLButtonElement>('button[data-sort]')) {
    button.addEventListener('click', () => sort(button));
  }
  text.addEventListener('input', filter);
  kind.addEventListener('change', filter);
  filter();

  return {
    focus(index, pipeline) {
      const row = rows.find(({ dataset }) => Number(dataset['index']) === index);
      const cell = row === undefined ? undefined : listCells(row)[pipeline];
      if (cell === undefined) return;
      setCurrent(cell);
      cell.focus();
    },
    listShown: () => listShownRows().map(({ dataset }) => Number(dataset['index'])),
  };
}

import type { AnswerRow, AnswerView, CaseView } from './open-case-views.ts';

/** What the script of the report is given in the page. */
export interface ReportSettings {
  readonly previewStyle: string;
}

/** The view of one case: its page beside what is expected and what each pipeline answered. */
export interface CaseDialog {
  /** Places in the result. */
  open(index: number, pipeline: number): void;
}

/** Part of the report's script: uses nothing from module scope. What cases hold is set as text; a page goes into a frame. */
export function createCaseDialog(
  settings: ReportSettings,
  requireMatrix: () => Matrix,
): CaseDialog {
  const dialog = document.getElementById('case') as HTMLDialogElement;
  const find = (name: string): HTMLElement =>
    dialog.querySelector(`[data-part="${name}"]`) as HTMLElement;
  const tabs = [...dialog.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const words = {
    same: '',
    other: 'differs',
    missing: 'missing',
    extra: 'not expected',
    unknown: '',
  };
  let frame: HTMLIFrameElement | undefined;
  let view: CaseView | undefined;
  let at = { index: 0, pipeline: 0 };

  function make<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    children: readonly (Node | string)[] = [],
    className = '',
  ): HTMLElementTagNameMap[Name] {
    const element = document.createElement(name);
    element.append(...children);
    if (className !== '') element.className = className;
    return element;
  }

  function show(index: number, pipeline: number): void {
    if (index !== at.index || view === undefined) {
      const json = document.getElementById(`case-${index}`)?.textContent ?? '';
      view = JSON.parse(json) as CaseView;
      showPage(view);
    }
    at = { index, pipeline };
    find('id').textContent = view.id;
    find('url').textContent = view.url;
    find('prompt').textContent = view.prompt;
    for (const [place, tab] of tabs.entries()) {
      const isSelected = place === pipeline;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      if (isSelected) find('answer').setAttribute('aria-labelledby', tab.id);
    }
    const answer = view.answers[pipeline];
    find('answer').replaceChildren(...(answer === undefined ? [] : listAnswer(answer)));
    find('answer').scrollTop = 0;
    markPage();
  }

  function showPage({ page, pageNote }: CaseView): void {
    const side = find('page');
    side.replaceChildren();
    frame = undefined;
    if (pageNote !== undefined) side.append(make('p', [pageNote], 'soft'));
    if (page === undefined) return;
    frame = make('iframe');
    frame.title = 'The page of the case';
    // Without scripts, forms and navigation; of the same origin, so that this script can mark values in it.
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.addEventListener('load', markPage);
    const style = `<style>${settings.previewStyle}</style>`;
    frame.srcdoc = `<!doctype html><html lang="und"><head><meta charset="utf-8"><title>Page</title>${style}</head><body>${page}</body></html>`;
    side.append(frame);
  }

  function listPlaces(): [Element, number[]][] {
    const marked = frame?.contentDocument?.querySelectorAll('[data-e]') ?? [];
    return [...marked].map((element) => [
      element,
      (element.getAttribute('data-e') ?? '').split(',').map(Number),
    ]);
  }

  function markPage(): void {
    const rows = view?.answers[at.pipeline]?.rows ?? [];
    const statusOf = new Map(rows.map(({ place, status }) => [place, status]));
    for (const [element, places] of listPlaces()) {
      element.classList.remove('supported', 'normalised', 'inferred', 'here');
      const place = places.find((each) => statusOf.has(each));
      const status = statusOf.get(place);
      if (place !== undefined && status !== undefined) element.classList.add(status);
    }
  }

  function goTo(place: number): void {
    let first: Element | undefined;
    for (const [element, places] of listPlaces()) {
      const isHere = places.includes(place);
      element.classList.toggle('here', isHere);
      if (isHere) first ??= element;
    }
    first?.scrollIntoView({ block: 'center' });
  }

  function listAnswer({ error, rows, facts, warnings, exchanges }: AnswerView): Node[] {
    const nodes: Node[] = [make('p', [facts.join(' · ')], 'facts-line')];
    if (error !== undefined) nodes.push(make('p', [`Failed: ${error}`], 'error'));
    if (rows.length > 0) nodes.push(makeTable(rows));
    if (warnings.length > 0) {
      nodes.push(
        make('h3', ['Warnings']),
        make(
          'ul',
          warnings.map((warning) => make('li', [warning])),
        ),
      );
    }
    for (const [index, { prompt, answer }] of exchanges.entries()) {
      const name =
        exchanges.length > 1 ? `Question ${index + 1} to the model` : 'Question to the model';
      nodes.push(
        make('details', [
          make('summary', [name]),
          makeText('Prompt', prompt),
          makeText('Answer', answer),
        ]),
      );
    }
    return nodes;
  }

  function makeText(name: string, text: string): HTMLElement {
    const block = make('pre', [text]);
    block.tabIndex = 0;
    block.setAttribute('role', 'region');
    block.setAttribute('aria-label', name);
    return make('div', [make('h3', [name]), block]);
  }

  function makeTable(rows: readonly AnswerRow[]): HTMLElement {
    const names = ['Value', 'Expected', 'Answer'].map((name) => {
      const cell = make('th', [name]);
      cell.scope = 'col';
      return cell;
    });
    const body = rows.map((row) => {
      const name = make('th', [make('code', [row.path === '' ? 'answer' : row.path.slice(1)])]);
      name.scope = 'row';
      return make(
        'tr',
        [name, make('td', [row.expected ?? '–']), makeActual(row)],
        `is-${row.state}`,
      );
    });
    return make('table', [make('thead', [make('tr', names)]), make('tbody', body)], 'answer');
  }

  function makeActual({ actual, state, status, rule, place, snippet }: AnswerRow): HTMLElement {
    const cell = make(
      'td',
      [actual ?? '–'],
      `actual${status === 'unsupported' ? ' is-unsupported' : ''}`,
    );
    const notes = [words[state], status === 'unsupported' ? 'not on the page' : (rule ?? '')];
    const note = make('span', [notes.filter((each) => each !== '').join(' · ')], 'state');
    if (status === 'unsupported') note.classList.add('unsupported');
    if (note.textContent !== '') cell.append(note);
    if (snippet !== undefined) cell.append(make('span', [snippet], 'state'));
    if (place !== undefined) {
      const button = make('button', ['show in page']);
      button.type = 'button';
      button.addEventListener('click', () => goTo(place));
      cell.append(make('span', [button], 'state'));
    }
    return cell;
  }

  function step(cases: number): void {
    const shown = requireMatrix().listShown();
    const next = shown[shown.indexOf(at.index) + cases];
    if (next !== undefined) show(next, at.pipeline);
  }

  dialog.addEventListener('close', () => requireMatrix().focus(at.index, at.pipeline));
  find('close').addEventListener('click', () => dialog.close());
  find('previous').addEventListener('click', () => step(-1));
  find('next').addEventListener('click', () => step(1));
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(at.index, place));
    tab.addEventListener('keydown', ({ key }) => {
      const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
      const target = (at.pipeline + sideways + tabs.length) % tabs.length;
      if (sideways !== 0) show(at.index, target);
      else if (key === 'ArrowUp') step(-1);
      else if (key === 'ArrowDown') step(1);
      if (key.startsWith('Arrow')) tabs[at.pipeline]?.focus();
    });
  }

  return {
    open(index, pipeline) {
      show(index, pipeline);
      dialog.showModal();
      tabs[pipeline]?.focus();
    },
  };
}

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

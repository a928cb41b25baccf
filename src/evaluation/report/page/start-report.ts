import type { CaseDialog, ReportSettings } from './create-case-dialog.ts';
import type { Matrix } from './create-matrix.ts';

/** What the script is made of. */
interface ReportParts {
  createMatrix(open: ((index: number, pipeline: number) => void) | undefined): Matrix;
  createCaseDialog(settings: ReportSettings, requireMatrix: () => Matrix): CaseDialog;
}

/** Part of the report's script: starts it. It uses nothing from module scope. */
export function startReport({ createMatrix, createCaseDialog }: ReportParts): void {
  const settings = JSON.parse(
    document.getElementById('settings')?.textContent ?? '{}',
  ) as ReportSettings;
  const hasCases = document.getElementById('case') !== null;
  const requireMatrix = (): Matrix => matrix;
  const dialog = hasCases ? createCaseDialog(settings, requireMatrix) : undefined;
  const matrix = createMatrix(dialog?.open);
  const places = new Map(
    [...document.querySelectorAll('#matrix tbody tr')].map((row, index) => [
      row.querySelector('th > span')?.textContent,
      index,
    ]),
  );
  for (const button of document.querySelectorAll<HTMLElement>('button[data-case]')) {
    button.addEventListener('click', () => {
      const place = places.get(button.dataset['case']);
      if (place !== undefined) dialog?.open(place, 0);
    });
  }
  // What is folded on the screen belongs on paper.
  let folded: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of folded) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of folded) details.open = false;
  });
}

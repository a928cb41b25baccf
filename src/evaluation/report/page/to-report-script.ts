import { createCaseDialog } from './create-case-dialog.ts';
import { createMatrix } from './create-matrix.ts';
import { startReport } from './start-report.ts';

/** The script of the report's page: its parts as text, and a call that starts it. */
export function toReportScript(): string {
  const parts = [createMatrix, createCaseDialog, startReport].map(String);
  return `'use strict';\n${parts.join('\n')}\nstartReport({ createMatrix, createCaseDialog });`;
}

#!/usr/bin/env node
// Imports of a file are linked before any of it runs, and the engine's cannot be on an old Node: here stands only what
// Node 14 and later read.
import process from 'node:process';
import { findNodeProblem } from '../runtime/errors/find-node-problem.ts';

process.stdout.on('error', reportUnwritten);
// There is no other place to say it, and a server goes on without its log.
process.stderr.on('error', () => {});

const problem = findNodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else if (/^(?:-V|--version)$/.test(process.argv[2] ?? '') && process.argv.length === 3) {
  // The commands and what they need take a third of a second to load.
  const { readVersion } = await import('../core/engine/read-version.ts');
  process.stdout.write(`${readVersion()}\n`);
} else {
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
}

/** Says that the output is lost, once, and makes the process fail when it ends. */
function reportUnwritten({ code, message }: NodeJS.ErrnoException): void {
  // A reader may close its end early, as in `gleaner openapi | head`; a server goes on without it.
  if (code === 'EPIPE') return;
  process.stdout.removeListener('error', reportUnwritten).on('error', () => {});
  process.stderr.write(`Failed: The output cannot be written: ${message}\n`);
  // The last write fails after the command has ended.
  process.once('exit', (exitCode) => (process.exitCode = exitCode || 1));
}

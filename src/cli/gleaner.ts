#!/usr/bin/env node
// Imports of a file are linked before any of it runs, and the engine's cannot be on an old Node: here stands only what
// Node 14 and later read.
import process from 'node:process';
import { findNodeProblem } from '../runtime/errors/find-node-problem.ts';

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

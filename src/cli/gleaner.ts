#!/usr/bin/env node
// Imports of a file are linked before any of it runs, and the engine's cannot be on an old Node: here stands only what
// Node 14 and later read.
import process from 'node:process';
import { findNodeProblem } from '../runtime/errors/find-node-problem.ts';

const problem = findNodeProblem(process.versions.node);
if (problem === undefined) {
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

#!/usr/bin/env node
import process from 'node:process';
import { runCommand } from './run-command.ts';

const interruption = new AbortController();
// Once: a second Ctrl-C ends the process the hard way, as everywhere.
process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
process.once('SIGTERM', () => interruption.abort(new Error('terminated')));

// Whoever reads may have had enough before we are done, as in `gleaner openapi | head`; a server goes on without him.
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  messages: process.stderr,
  signal: interruption.signal,
});

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

import process from 'node:process';
import { runCommand } from './run-command.ts';

/** Runs the command line of this process, with its streams and signals, and sets its exit code. */
export async function runProcess(): Promise<void> {
  const interruption = new AbortController();
  // Once: a second Ctrl-C ends the process at once, as without a handler.
  process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
  process.once('SIGTERM', () => interruption.abort(new Error('terminated')));
  // A reader may close its end early, as in `gleaner openapi | head`; a server goes on without it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);

  process.exitCode = await runCommand(process.argv.slice(2), {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    messages: process.stderr,
    signal: interruption.signal,
  });
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createEgress, createGleaner, httpFetcher, isGleanerError, memoryLedger } from 'gleaner';
import { requireOperation } from '../attack/attack-operations.ts';
import { createTarget } from '../attack/create-target.ts';
import type { PreparedInput } from '../attack/run-trial.ts';

/**
 * The built engine in a process of its own, to be attacked. Its parent names an input and an operation; the process reads the
 * input, says so, and makes the call once it is told to. Ends with its parent.
 */
const target = createTarget({
  createEgress,
  createGleaner,
  httpFetcher,
  isGleanerError,
  memoryLedger,
});
await target.warmUp();
let call: (() => Promise<unknown>) | undefined;

process.on('message', (message: PreparedInput | 'go') => {
  if (message === 'go') {
    void call?.().then((report) => process.send?.(report));
    return;
  }
  const { bodyFile, answerFile, operation, ...rest } = message;
  const answer = answerFile === undefined ? undefined : readFileSync(answerFile, 'utf16le');
  const input = { ...rest, body: readFileSync(bodyFile), answer };
  call = () => target.attack(input, requireOperation(operation));
  globalThis.gc?.();
  process.send?.({ is: 'ready' });
});
process.once('disconnect', () => process.exit(0));
process.send?.({ is: 'warm' });

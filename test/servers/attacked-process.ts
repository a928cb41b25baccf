import process from 'node:process';
import { createGleaner, isGleanerError, memoryLedger } from 'gleaner';
import { createTarget, type AttackInput } from '../attack/create-target.ts';
import { requireTrial, type TrialName } from '../attack/trials.ts';

/**
 * The built engine in a process of its own, to be attacked. Its parent names a trial; the process makes its input, says so
 * with its size, and makes the call once it is told to. Ends with its parent.
 */
const target = createTarget({ createGleaner, isGleanerError, memoryLedger });
await target.warmUp();
let prepared: (() => Promise<unknown>) | undefined;

process.on('message', (message: TrialName | 'go') => {
  if (message === 'go') {
    void prepared?.().then((report) => process.send?.(report));
    return;
  }
  const { operation, makeInput } = requireTrial(message);
  const input: AttackInput = makeInput();
  prepared = () => target.attack(input, operation);
  globalThis.gc?.();
  process.send?.({ inputBytes: Buffer.byteLength(input.answer ?? input.body) });
});
process.once('disconnect', () => process.exit(0));
process.send?.('warm');

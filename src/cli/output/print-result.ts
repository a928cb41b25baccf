import type { Receipt } from '../../operations/run-call.ts';
import type { CommandIo } from './command-io.ts';

/**
 * Prints a result as JSON, bytes as base64, and without `creditsRemaining`: the command works without a ledger, so nothing
 * limits it, and JSON has no number for that.
 */
export function printResult(
  result: Pick<Receipt, 'creditsRemaining'> & { readonly pdf?: Uint8Array | undefined },
  io: CommandIo,
): void {
  const { creditsRemaining: _unlimited, pdf, ...others } = result;
  const base64 = pdf && Buffer.from(pdf).toString('base64');
  io.output.write(`${JSON.stringify({ ...others, pdf: base64 }, undefined, 2)}\n`);
}

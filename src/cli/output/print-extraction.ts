import { styleText } from 'node:util';
import type { Evidence, ExtractResult, JsonSchema } from '../../index.ts';
import type { CommandIo } from './command-io.ts';

/** The result on standard output; what it cost, and where it stands, beside it for people. */
export function printExtraction(
  extraction: ExtractResult<JsonSchema, boolean>,
  { asJson }: { readonly asJson: boolean },
  io: CommandIo,
): void {
  if (asJson) {
    io.output.write(`${JSON.stringify(extraction, undefined, 2)}\n`);
    return;
  }
  const { result } = extraction;
  io.output.write(
    `${typeof result === 'string' ? result : JSON.stringify(result, undefined, 2)}\n`,
  );
  for (const entry of extraction.evidence ?? []) io.messages.write(`${dim(describe(entry), io)}\n`);
  for (const warning of extraction.warnings) io.messages.write(`Note: ${warning}\n`);
  io.messages.write(`${dim(summarise(extraction), io)}\n`);
}

function summarise({
  creditsUsed,
  latencyMs,
  usage = [],
}: ExtractResult<JsonSchema, boolean>): string {
  const calls = usage.length === 1 ? '1 model call' : `${usage.length} model calls`;
  return `${creditsUsed} credits · ${calls} · ${latencyMs} ms`;
}

function describe(entry: Evidence): string {
  if (!entry.found) return `${entry.path}  not found in the page`;
  const place = entry.attribute ?? entry.pointer ?? '';
  return `${entry.path}  ${entry.kind} at ${entry.node}${place === '' ? '' : ` ${place}`}: “${entry.snippet}”`;
}

function dim(text: string, io: CommandIo): string {
  return io.messages.isTTY === true ? styleText('dim', text) : text;
}

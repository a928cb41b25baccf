import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import {
  measureHealth,
  measureServerMemory,
  type HealthReport,
  type MemoryReport,
} from '../test/attack/attack-server.ts';
import { createTrialRunner, type TrialResult } from '../test/attack/run-trial.ts';
import { listTrials } from '../test/attack/trials.ts';
import { serveHostileServers } from '../test/support/serve-hostile-servers.ts';

/** What came of the attack over HTTP. */
interface ServerResult {
  readonly memory: MemoryReport;
  /** Memory after all pages over that after 200. */
  readonly ratio: number;
  readonly health: HealthReport;
  readonly broken: boolean;
}

/** Every hostile input against the built package, each held to its bound; then a server under attack. */
const options = new Command('attack')
  .description(
    'Works on every hostile page, PDF, server and model answer in a process of its own, and prints which bounds broke.',
  )
  .option(
    '--only <pattern>',
    'inputs whose name matches, e.g. "^css", or "http" for the server',
    '',
  )
  .option('--operations <pattern>', 'operations whose name matches, e.g. "pdf"', '')
  .option('--attempts <n>', 'runs of a trial that breaks a bound; the best one counts', Number, 3)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ only: string; operations: string; attempts: number; json?: boolean }>();

const only = new RegExp(options.only, 'i');
const operations = new RegExp(options.operations, 'i');
/** Milliseconds that a server works on hostile pages. */
const serverMs = 30_000;
const serverPages = 2_000;
const maxHealthP99Ms = 50;
const maxMemoryRatio = 1.1;

const servers = await serveHostileServers();
const runner = createTrialRunner(options.attempts);
const chosen = listTrials((name) => servers.urlOf(name)).filter(
  ({ input, operation }) => only.test(input) && operations.test(operation.name),
);
const results: TrialResult[] = [];
if (chosen.length > 0) printHead();
for (const [index, trial] of chosen.entries()) {
  const result = await runner.run(trial);
  results.push(result);
  showProgress('');
  printResult(result);
  showProgress(`${index + 1} of ${chosen.length}, ${countBroken()} broken`);
}
showProgress('');
runner.close();
await servers.close();
if (results.length > 0) printSummary();
const overHttp =
  only.test('http') && options.operations === '' ? await attackOverHttp() : undefined;
if (options.json === true) console.log(JSON.stringify({ attack: results, http: overHttp }));
exit(countBroken() === 0 && overHttp?.broken !== true ? 0 : 1);

async function attackOverHttp(): Promise<ServerResult> {
  const memory = await measureServerMemory(serverPages);
  const ratio = memory.afterAllMb / memory.afterFewMb;
  const health = await measureHealth(serverMs);
  const isMemoryBroken = ratio > maxMemoryRatio || memory.failed > 0;
  const isHealthBroken = health.p99Ms > maxHealthP99Ms || health.failed > 0;
  console.log(
    `\nhttp: memory after ${serverPages} pages ${memory.afterAllMb.toFixed(0)} MB, ${ratio.toFixed(2)} × that after 200, ${memory.failed} pages failed: ${toVerdict(isMemoryBroken)}`,
  );
  console.log(
    `http: /healthz p99 ${health.p99Ms.toFixed(0)} ms and max ${health.maxMs.toFixed(0)} ms of ${health.asked}, ${health.failed} failed, hostile pages by status ${JSON.stringify(health.statuses)}; a timer of this process p99 ${health.machine.p99Ms.toFixed(0)} ms: ${toVerdict(isHealthBroken)}`,
  );
  return { memory, ratio, health, broken: isMemoryBroken || isHealthBroken };
}

function toVerdict(isBroken: boolean): string {
  return isBroken ? 'BROKEN' : 'ok';
}

function countBroken(): number {
  return results.filter(({ broken }) => broken.length > 0).length;
}

function printHead(): void {
  const numbers = ['ms', 'loop p99', 'max', 'own', '+MB', 'CPU ms'];
  console.log(toRow('input', 'operation', numbers, 'outcome', 'credits', 'verdict'));
}

function printResult({ input, operation, measured, broken }: TrialResult): void {
  const verdict = broken.length === 0 ? 'ok' : `BROKEN: ${broken.join('; ')}`;
  if (measured === undefined) {
    console.log(toRow(input, operation, Array(6).fill('-'), '-', '-', verdict));
    return;
  }
  const { ms, loopP99Ms, loopMaxMs, busyMaxMs, growthMb, cpuMs, outcome, credits } = measured;
  const numbers = [ms, loopP99Ms, loopMaxMs, busyMaxMs, growthMb, cpuMs].map((value) =>
    Number.isNaN(value) ? '-' : value.toFixed(0),
  );
  console.log(toRow(input, operation, numbers, outcome, String(credits), verdict));
}

function toRow(
  input: string,
  operation: string,
  numbers: readonly string[],
  outcome: string,
  credits: string,
  verdict: string,
): string {
  const measured = numbers.map((text) => text.padStart(8)).join(' ');
  return `${input.slice(0, 60).padEnd(60)} ${operation.padEnd(19)} ${measured}  ${outcome.padEnd(36)} ${credits.padStart(7)}  ${verdict}`;
}

function printSummary(): void {
  const inputs = new Set(results.map(({ input }) => input)).size;
  const measured = results.flatMap((result) => result.measured ?? []);
  console.log(
    `\n${results.length} trials of ${inputs} inputs, ${countBroken()} with a broken bound`,
  );
  console.log(
    `largest: ${toLargest(measured.map(({ ms }) => ms))} ms; event loop p99 ${toLargest(measured.map(({ loopP99Ms }) => loopP99Ms))} ms, max ${toLargest(measured.map(({ loopMaxMs }) => loopMaxMs))} ms, of it CPU time of its own thread ${toLargest(measured.map(({ busyMaxMs }) => busyMaxMs))} ms; memory +${toLargest(measured.map(({ growthMb }) => growthMb))} MB`,
  );
  console.log(
    `a process that only waits, meanwhile: event loop p99 ${toLargest(results.map(({ machine }) => machine.p99Ms))} ms, max ${toLargest(results.map(({ machine }) => machine.maxMs))} ms`,
  );
  for (const { input, operation, broken } of results) {
    if (broken.length > 0) console.log(`  ${input}, ${operation}: ${broken.join('; ')}`);
  }
}

function toLargest(values: readonly number[]): string {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? '-' : Math.max(...known).toFixed(0);
}

function showProgress(text: string): void {
  if (stderr.isTTY) stderr.write(`\r\u{1B}[K${text}`);
}

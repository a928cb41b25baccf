import { existsSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * The URL of a thread's script that lies beside a module, by the script's name without its ending: `.ts` where the sources
 * run, `.js` in the built package. `moduleUrl` is the module's `import.meta.url`, which bundles in CommonJS lack.
 */
export function toThreadScript(
  name: string,
  moduleUrl: string | undefined = 'file:///bundle.js',
): URL {
  return new URL(`${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
}

/**
 * Starts a thread. No bundler follows a script whose name is put together, and none is meant to: what it would take along is
 * the file without its imports. A bundle therefore runs the copy of the script that `bundledThreads` holds, by its name.
 */
export function startWorker(script: URL, options: WorkerOptions = {}): Worker {
  if (script.protocol !== 'file:' || existsSync(script)) return new Worker(script, options);
  const { port1, port2 } = new MessageChannel();
  const name = path.posix.basename(script.pathname, '.js');
  const worker = new Worker(runBundled, {
    ...options,
    eval: true,
    workerData: { ...(options.workerData as object | undefined), bundled: { name, port: port2 } },
    transferList: [port2],
  });
  void sendBundled(port1);
  return worker;
}

/** The thread's beginning in a bundle, as CommonJS: what is evaluated has no other way to `require`. */
const runBundled = `
const { name, port } = require('node:worker_threads').workerData.bundled;
port.once('message', (source) => {
  new Function('require', 'exports', source)(require, exports);
  const start = exports.threads?.[name];
  if (start === undefined) throw new Error('The script "' + name + '" is neither beside its module nor in the bundle.');
  start();
});`;

async function sendBundled(port: MessageChannel['port1']): Promise<void> {
  // Loaded in bundles alone: 1.9 MB.
  const source = await import('./bundled-threads.ts').then(
    ({ bundledThreads }) => bundledThreads,
    // The thread ends with an error that says what is missing.
    () => '',
  );
  // A port has no origin: the rule is one of windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  port.postMessage(source);
  port.close();
}

// Runs a Chromium and serves its DevTools on all addresses of the container: Chromium itself listens on loopback alone, whatever
// `--remote-debugging-address` says. Usage: node serve-browser.mjs PORT EXECUTABLE [FLAG…]. Ends with the browser.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { argv, exit } from 'node:process';
import { createInterface } from 'node:readline';

const [port, executable, ...flags] = argv.slice(2);
const browser = spawn(executable, [...flags, '--remote-debugging-port=0', 'about:blank'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
browser.once('error', (error) => {
  console.error(error.message);
  exit(1);
});
// The engine starts the container again.
browser.once('exit', () => exit(1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => exit(0));
process.once('exit', () => browser.kill('SIGKILL'));

createInterface(browser.stderr).on('line', (line) => {
  const own = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
  if (own === undefined) return;
  const relay = createServer((socket) => {
    const inner = connect(Number(own), '127.0.0.1');
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ]) {
      from.once('error', () => to.destroy());
      from.pipe(to);
    }
  });
  relay.listen(Number(port), '0.0.0.0', () => console.log(`Serving on ${relay.address().port}`));
});

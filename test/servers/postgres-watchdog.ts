import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { argv, env, exit, kill } from 'node:process';

// Runs a server as an unprivileged user, ends it when the guardian is gone, and then removes its folder.
const [guardian = '', folder = '', program = '', ...settings] = argv.slice(2);
const user =
  env['POSTGRES_UID'] === undefined
    ? {}
    : { uid: Number(env['POSTGRES_UID']), gid: Number(env['POSTGRES_GID']) };
const server = spawn(program, settings, { ...user, cwd: folder, stdio: 'ignore', env: {} });
let isOrphan = false;

server.once('exit', (code) => {
  if (isOrphan) rmSync(folder, { recursive: true, force: true });
  exit(code ?? 1);
});
server.once('error', () => exit(1));

setInterval(() => {
  try {
    kill(Number(guardian), 0);
  } catch {
    isOrphan = true;
    // Quickly: nothing of it is needed any more.
    server.kill('SIGQUIT');
  }
}, 500);

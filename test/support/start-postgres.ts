import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process, { execPath } from 'node:process';
import { findPostgres } from '../../scripts/find-postgres.ts';

/** A PostgreSQL server of its own, on loopback. */
export interface PostgresServer {
  /** URL of the database `postgres`, as its superuser. */
  readonly url: string;
  /** Folder of its programs. */
  readonly programs: string;
  /** Of its data and its socket. */
  readonly folder: string;
  /** Process id of the server. */
  pid(): number;
  /** Ends the server at once, as a restart of the machine would, and resolves when it is gone. */
  stop(): Promise<void>;
  /** Starts it again after `stop`, on the same data and port. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  remove(): Promise<void>;
}

/** What is asked of a server. */
export interface PostgresServerOptions {
  /** Whether a commit waits for the disk: for measurements, and for kills of the server. @default false */
  readonly isDurable?: boolean;
  /** Ends, with its data, when this process does. @default this one */
  readonly guardian?: number;
}

const watchdog = path.join(import.meta.dirname, '..', 'servers', 'postgres-watchdog.ts');

/** Makes a cluster in a temporary folder and starts it; it ends with the guardian, however that ends. */
export async function startPostgres({
  isDurable = false,
  guardian = process.pid,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === undefined) {
    throw new Error('PostgreSQL is not installed: node scripts/ensure-postgres.ts installs it.');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-postgres-'));
  // Of Node's own, 0700 and root's, where the server runs as another user.
  const user = findUser();
  chmodSync(folder, 0o700);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const made = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-locale', '-E', 'UTF8'],
    { ...user, cwd: folder, encoding: 'utf8', env: {} },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stdout}${made.stderr}`);
  const program = path.join(programs, 'postgres');
  const port = await findPort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'shared_buffers=128MB',
    `fsync=${isDurable ? 'on' : 'off'}`,
    `full_page_writes=${isDurable ? 'on' : 'off'}`,
  ];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running: { readonly pid: number; readonly ended: () => Promise<void> } | undefined;

  async function start(): Promise<void> {
    const child = spawn(
      execPath,
      [watchdog, String(guardian), folder, program, '-D', data].concat(
        settings.flatMap((setting) => ['-c', setting]),
      ),
      { stdio: 'ignore', detached: true, env: user === undefined ? {} : toEnvironment(user) },
    );
    child.unref();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    const pid = await untilReady(path.join(data, 'postmaster.pid'), () => child.exitCode !== null);
    running = {
      pid,
      ended() {
        child.ref();
        return ended;
      },
    };
  }

  async function stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (running === undefined) return;
    const { pid, ended } = running;
    running = undefined;
    process.kill(pid, signal);
    await ended();
  }

  await start();
  return {
    url,
    folder,
    programs,
    pid: () => running?.pid ?? 0,
    stop: () => stop(),
    start,
    async remove() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses root: Debian makes it a user, and any other without rights does as well. */
function findUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || Number.NaN),
    );
    if (uid && gid) return { uid, gid };
  }
  return { uid: 65_534, gid: 65_534 };
}

function toEnvironment({ uid, gid }: User): NodeJS.ProcessEnv {
  return { POSTGRES_UID: String(uid), POSTGRES_GID: String(gid) };
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** The server writes `ready` to its file once it takes connections. */
async function untilReady(file: string, hasEnded: () => boolean): Promise<number> {
  for (;;) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (lines[7]?.trim() === 'ready') return Number(lines.at(0));
    if (hasEnded()) throw new Error('The PostgreSQL server ended while it started.');
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

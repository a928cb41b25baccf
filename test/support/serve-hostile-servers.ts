import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { hostileServers } from './hostile-servers.ts';

/** The servers, all listening in one process that is not this one: their work does not count as the client's. */
export interface ServedHostileServers {
  /** For the guard: these servers and nothing else. */
  readonly allowPrivate: readonly string[];
  /** URL of the server of that name. */
  urlOf(name: string): string;
  close(): Promise<void>;
}

/** Serves all of `hostileServers` on loopback in a process of its own. */
export async function serveHostileServers(): Promise<ServedHostileServers> {
  const script = path.join(import.meta.dirname, '../servers/hostile-process.ts');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const port = Number(line);
  return {
    allowPrivate: [`127.0.0.1/32:${port}`],
    urlOf(name) {
      const index = hostileServers.findIndex((server) => server.name === name);
      if (index < 0) throw new Error(`There is no hostile server "${name}".`);
      return `http://127.0.0.1:${port}/${index}/`;
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Responds in this process, in the way of that name, to whatever arrives on a connection. */
export function createHostileServer(name: string): Server {
  const hostile = hostileServers.find((server) => server.name === name);
  if (hostile === undefined) throw new Error(`There is no hostile server "${name}".`);
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => hostile.serve(socket, '/'));
  });
}

/** Listens in this process; the first segment of a request's path is the index of its server. Returns the port. */
export async function listenHostile(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const [, target = '', index = ''] =
        /^(?:GET|POST) (\/(\d+)\/\S*) /.exec(chunk.toString('latin1')) ?? [];
      hostileServers[Number(index)]?.serve(socket, target);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

import { Socket } from 'node:net';

// Loaded with `--import` before anything else: a connection over TCP throws, pipes to worker processes go on.
const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => unknown;

function refuse(this: Socket, ...args: unknown[]): unknown {
  const [target] = args.flat();
  const isPath = typeof target === 'string' && Number.isNaN(Number(target));
  const isPipe = typeof target === 'object' && target !== null && 'path' in target && target.path;
  if (isPath || isPipe) return Reflect.apply(connect, this, args);
  throw new Error(`The network was used: ${JSON.stringify(target)}`);
}

Reflect.set(Socket.prototype, 'connect', refuse);

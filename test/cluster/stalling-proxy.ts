import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on loopback that can be cut without either side hearing of it. */
export interface StallingProxy {
  readonly port: number;
  /** Nothing passes from now on, and nothing is closed: like a network that drops every packet. */
  stall(): void;
  /** What was held back passes, and so does what comes. */
  resume(): void;
  close(): Promise<void>;
}

/** Opens a proxy to a port on loopback. */
export async function openStallingProxy(targetPort: number): Promise<StallingProxy> {
  const pairs = new Set<readonly [Socket, Socket | undefined]>();
  let isStalled = false;

  function join(client: Socket): void {
    const target = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    const pair = [client, target] as const;
    pairs.add(pair);
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      socket.pipe(other);
      // Either side may be killed at any time.
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  }

  const server = createServer({ noDelay: true }, (client) => {
    if (!isStalled) {
      join(client);
      return;
    }
    // Accepted by the system, heard by nothing.
    const pair = [client.pause(), undefined] as const;
    client.on('error', () => pairs.delete(pair));
    pairs.add(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true;
      for (const [client, target] of pairs) {
        if (target === undefined) continue;
        client.unpipe(target).pause();
        target.unpipe(client).pause();
      }
    },
    resume() {
      isStalled = false;
      // Those that are joined from here on are new ones.
      const held = [...pairs];
      for (const pair of held) {
        const [client, target] = pair;
        if (target === undefined) {
          pairs.delete(pair);
          if (!client.destroyed) join(client);
          continue;
        }
        client.pipe(target);
        target.pipe(client);
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const [client, target] of pairs) {
        client.destroy();
        target?.destroy();
      }
      await closed;
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/** An SMTP server on loopback, and what it was told, line by line. */
export interface ServedSmtp {
  readonly url: string;
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** Serves as much of SMTP as takes an e-mail: a greeting, one answer to each command, and the lines after DATA until a single dot. */
export async function serveSmtp(): Promise<ServedSmtp> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let rest = '';
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `smtp://127.0.0.1:${port}`,
    lines,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { hostileDocuments } from './hostile-documents.ts';
import { hostileScripts } from './hostile-scripts.ts';

export interface HostileSite {
  /** Pages to open, one after the other; together they try every way. */
  readonly pages: readonly string[];
  /** How many ways they try. */
  readonly ways: number;
  readonly port: number;
  /** Where the canary listens; any connection to it is a failure. */
  readonly canaryPort: number;
  /** Ways that got through. */
  readonly reached: ReadonlySet<string>;
  /** Connections and packets at any canary. */
  connections(): number;
  close(): void;
}

/** A site whose pages try to reach canaries on other ports of loopback. `name` stands for a host that leads there. */
export async function serveHostileSite(name: string): Promise<HostileSite> {
  const reached = new Set<string>();
  let connections = 0;
  const note = (way: string): void => {
    connections += 1;
    reached.add(way);
  };
  const canary = createHttpServer((request, response) => {
    reached.add((request.url ?? '').slice(1));
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end();
  });
  canary.on('connection', () => (connections += 1));
  canary.on('upgrade', (request, socket) => {
    reached.add((request.url ?? '').slice(1));
    socket.destroy();
  });
  const canaryPort = await listen(canary, '::');
  const turn = createTcpServer((socket) => {
    note('turn-tcp');
    socket.destroy();
  });
  const turnPort = await listen(turn, '127.0.0.1');
  const udp = await Promise.all(
    ['stun', 'candidate', 'web-transport'].map((way) => bind(() => note(way))),
  );
  const [stunPort = 0, candidatePort = 0, quicPort = 0] = udp.map(
    (socket) => socket.address().port,
  );

  let pages: readonly string[] = [];
  const site = createHttpServer((request, response) => answer(request, response, pages));
  const port = await listen(site, '127.0.0.1');
  const own = `http://127.0.0.1:${port}`;
  const at = `127.0.0.1:${canaryPort}`;
  const documents = new Map(hostileDocuments(`http://${at}`));
  const scripts = hostileScripts({ at, own, name, stunPort, candidatePort, quicPort, turnPort });
  const ways = documents.size + scripts.size;
  // These leave the page, or change what the others mean.
  const alone = ['refresh', 'base', 'frameset'].map((way) => {
    const html = documents.get(way) ?? '';
    documents.delete(way);
    return html;
  });
  const body = [...scripts.values()].map(
    (script) =>
      `<script>(async () => { ${script.replaceAll('</', String.raw`<\/`)} })().catch(() => {})</script>`,
  );
  pages = [
    [...documents.values()].join('\n'),
    `<body>${body.join('\n')}`,
    ...alone,
    `<script>location = 'http://${at}/location'</script>`,
    `<script>addEventListener('pagehide', () => navigator.sendBeacon('http://${at}/unload', 'x')); location = '${own}/page/0?left'</script>`,
  ].map((html) => `<!doctype html>${html}`);

  return {
    pages: pages.map((_page, index) => `${own}/page/${index}`),
    ways: ways + 2,
    port,
    canaryPort,
    reached,
    connections: () => connections,
    close() {
      for (const server of [site, canary]) {
        server.closeAllConnections();
        server.close();
      }
      turn.close();
      for (const socket of udp) socket.close();
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pages: readonly string[],
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://own');
  const to = searchParams.get('to') ?? '';
  const html = { 'content-type': 'text/html' };
  switch (pathname) {
    case '/redirect':
      response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end();
      return;
    case '/worker.js':
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`fetch(${JSON.stringify(to)}, { mode: 'no-cors' }).catch(() => {})`);
      return;
    case '/csp':
      response.writeHead(200, {
        ...html,
        'content-security-policy': `img-src 'none'; report-uri ${to}`,
      });
      response.end('<img src="/x.png">');
      return;
    case '/link':
      response.writeHead(200, { ...html, link: `<${to}>; rel=preload; as=image` }).end('x');
      return;
    case '/refresh':
      response.writeHead(200, { ...html, refresh: `0;url=${to}` }).end('x');
      return;
    case '/xml':
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<?xml-stylesheet type="text/css" href="${to}"?><a>x</a>`);
      return;
    default:
      response.writeHead(200, html).end(pages[Number(pathname.split('/')[2])] ?? '');
  }
}

async function listen(server: Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function bind(onMessage: () => void): Promise<UdpSocket> {
  const socket = createSocket('udp4', onMessage);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

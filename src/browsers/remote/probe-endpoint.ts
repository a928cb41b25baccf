import http from 'node:http';
import https from 'node:https';
import { toAddressedUrl } from './connect-browser.ts';
import type { RemoteEndpoint } from './parse-endpoints.ts';

/**
 * Resolves when the browser at the endpoint answers: to the question for its version, or to the opening of a WebSocket, which
 * is closed at once. Rejects otherwise. Opens no DevTools session: in a browser that others work in, a session stops each
 * new page until it has been told of it.
 */
export async function probeEndpoint(
  { option, url }: RemoteEndpoint,
  timeoutMs: number,
): Promise<void> {
  const target = new URL(await toAddressedUrl(url));
  const isSocket = target.protocol.startsWith('ws');
  const { request } = /^(?:wss|https):$/.test(target.protocol) ? https : http;
  target.protocol = target.protocol.replace('ws', 'http');
  if (!isSocket && option === 'cdpUrl') {
    target.pathname = `${target.pathname.replace(/\/$/, '')}/json/version`;
  }
  await new Promise<void>((resolve, reject) => {
    const probe = request(target, {
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isSocket ? { headers: socketHeaders } : {}),
    });
    probe.once('error', reject);
    probe.once('upgrade', (_response, socket) => {
      socket.destroy();
      resolve();
    });
    probe.once('response', (response) => {
      response.destroy();
      const { statusCode = 0 } = response;
      if (!isSocket && statusCode === 200) resolve();
      else reject(new Error(`It answered with status ${statusCode}.`));
    });
    probe.end();
  });
}

/** RFC 6455, section 4.1; the key is the one of its example, since nothing is sent through the socket. */
const socketHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { createEgress } from '../../egress/create-egress.ts';
import { advice } from '../../errors/advice.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { createProxyGuard, type SessionGuard } from './session-guard.ts';

/** With a working guard the page's attempts end within .2 s; an overloaded machine may need a hundred times that. */
const patienceMs = 20_000;

export interface CheckGuardInput {
  readonly browser: PlaywrightBrowser;
  readonly proxyHost: string;
  readonly isStealth: boolean;
}

/**
 * Lets a page try to reach a listener on loopback in several ways; rejects when one of them succeeds. This detects a
 * flag that the browser no longer supports, a policy of the machine, or a build with other rules, before any page is
 * opened.
 */
export async function checkGuard({
  browser,
  proxyHost,
  isStealth,
}: CheckGuardInput): Promise<void> {
  let isReached = false;
  const { promise: reached, resolve: onReached } = Promise.withResolvers<void>();
  const note = (): void => {
    isReached = true;
    onReached();
  };
  const overTcp = createServer((socket) => {
    note();
    socket.on('error', () => {}).end();
  });
  const overUdp = createSocket('udp4', note);
  const guard = await createProxyGuard({
    egress: createEgress(),
    upstream: undefined,
    proxyHost,
    maxBytes: 0,
    isStealth,
  });
  try {
    overTcp.listen(0, '127.0.0.1');
    overUdp.bind(0, '127.0.0.1');
    await Promise.all([once(overTcp, 'listening'), once(overUdp, 'listening')]);
    const address = overTcp.address();
    const tcpPort = address !== null && typeof address === 'object' ? address.port : 0;
    const ports = { tcp: tcpPort, udp: overUdp.address().port };
    const attempts = tryOut(browser, guard, ports);
    await raceSignal(Promise.race([attempts, reached]), AbortSignal.timeout(patienceMs));
  } catch (cause) {
    throw new GleanerError('service_unavailable', couldNotCheck, { cause });
  } finally {
    guard.close();
    overTcp.close();
    overUdp.close();
  }
  if (isReached) {
    throw new GleanerError(
      'service_unavailable',
      `The browser was not used: a page in it can reach addresses on this machine past the guard. ${advice.nameAnotherBrowser}`,
    );
  }
}

const couldNotCheck = `The browser was not used: whether the guard holds in it could not be checked. ${advice.nameAnotherBrowser}`;

async function tryOut(
  browser: PlaywrightBrowser,
  guard: SessionGuard,
  ports: { readonly tcp: number; readonly udp: number },
): Promise<void> {
  const context = await browser.newContext({ ...guard.contextOptions, serviceWorkers: 'block' });
  const page = await context.newPage();
  await guard.begin(context, page);
  await page.evaluate(attemptsOf({ ...ports, waitsForWebRtc: hasWebRtcNetwork() }));
  await context.close();
}

/**
 * Whether the machine has a network that WebRTC gathers on: an interface other than loopback, with more than a link-local
 * IPv6 address. Without one its attempts never end, in most starts, and reach nothing, with the guard or without it
 * (measured with loopback alone, and with a bridge without addresses).
 */
function hasWebRtcNetwork(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((known = []) => known);
  return addresses.some(({ internal, address }) => !internal && !linkLocal.test(address));
}

/** RFC 4291, section 2.5.6: fe80::/10. */
const linkLocal = /^fe[89ab]/i;

interface Attempts {
  readonly tcp: number;
  readonly udp: number;
  /** Whether the attempts of WebRTC come to an end. */
  readonly waitsForWebRtc: boolean;
}

/** Returns a script whose promise resolves when every attempt has succeeded or failed. */
function attemptsOf({ tcp, udp, waitsForWebRtc }: Attempts): string {
  return `(async () => {
    const at = '127.0.0.1:${tcp}';
    const finished = (target) => new Promise((resolve) => {
      for (const name of ['load', 'error', 'open', 'close']) target.addEventListener(name, resolve);
    });
    const image = new Image();
    const frame = document.createElement('iframe');
    const elements = [finished(image), finished(frame)];
    image.src = 'http://' + at + '/image';
    frame.src = 'http://' + at + '/frame';
    document.documentElement.append(frame);
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:127.0.0.1:${udp}' },
      { urls: 'turn:' + at + '?transport=tcp', username: 'u', credential: 'p' },
    ] });
    peer.createDataChannel('x');
    const gathered = new Promise((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
    });
    await peer.setLocalDescription(await peer.createOffer());
    await Promise.allSettled([
      fetch('http://' + at + '/fetch', { mode: 'no-cors' }),
      fetch('http://localhost:${tcp}/name', { mode: 'no-cors' }),
      finished(new WebSocket('ws://' + at + '/socket')),
      ...elements, ${waitsForWebRtc ? 'gathered' : ''}
    ]);
  })()`;
}

import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { BrowserType, Browser as PlaywrightBrowser } from 'playwright-core';
import { advice } from '../../runtime/errors/advice.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { findBrowser } from './find-browser.ts';
import { loadPlaywright } from './load-playwright.ts';
import { type TempFolder, createTempFolder, sweepTempFolders } from './temp-folder.ts';
import { toVisitorUserAgent } from './visitor.ts';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createEgress } from '../../network/egress/create-egress.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import { type SessionGuard, createProxyGuard } from '../session/session-guard.ts';

interface LaunchOptions {
  readonly executablePath: string | undefined;
  readonly sandbox: boolean | undefined;
  /** The only host name that this browser can resolve; it means the machine's loopback. */
  readonly proxyHost: string;
  readonly stealth: boolean;
  /** Called for each renderer that ends by the memory it held: killed for it, or out of memory for its scripts. */
  readonly onMemoryExceeded: () => void;
}

/**
 * A proxy address at which nothing listens, so that contexts without their own proxy reach nothing. Port 1 is
 * reserved (RFC 1078) and unused.
 */
export const deadProxy: string = 'http://127.0.0.1:1';

/** A start took .3 to .8 s, measured; a browser that takes this long is stuck. */
const launchTimeoutMs = 30_000;
/** Limit of the JavaScript heap in MB, at which V8 ends the renderer; `watchMemory` limits memory outside the heap. */
const heapMegabytes = 256;
const maxRendererBytes = 1_073_741_824;

/**
 * Starts a browser that can connect only to proxies at `proxyHost`, and tests this before the browser is used. Rejects
 * with `service_unavailable` and how to mend it when no browser is installed, it does not start, or it can connect
 * elsewhere.
 */
export async function launchBrowser(options: LaunchOptions): Promise<PlaywrightBrowser> {
  const playwright = await loadPlaywright(options.stealth);
  const executablePath =
    options.executablePath ??
    findBrowser({ isForVisitors: options.stealth }) ??
    playwright.executablePath();
  if (!existsSync(executablePath)) throw notFound(options.executablePath);
  sweepTempFolders();
  const browser = await start(playwright, executablePath, options);
  try {
    await checkGuard({
      browser,
      proxyHost: options.proxyHost,
      isStealth: options.stealth,
    });
  } catch (error) {
    await browser.close();
    throw error;
  }
  const stopWatching = watchMemory({
    browser,
    maxBytes: maxRendererBytes,
    onExceeded: options.onMemoryExceeded,
  });
  browser.once('disconnected', stopWatching);
  return browser;
}

/** Versions by executable: the user agent of a visitor names the version before the browser can report it. */
const knownVersions = new Map<string, string>();

async function start(
  playwright: BrowserType,
  executablePath: string,
  options: LaunchOptions,
): Promise<PlaywrightBrowser> {
  const known = knownVersions.get(executablePath);
  const browser = await startOnce(playwright, executablePath, options, known);
  const version = browser.version();
  if (!options.stealth || version === known) return browser;
  // The version was unknown, or the browser has been updated since: start again with the right user agent.
  knownVersions.set(executablePath, version);
  await browser.close();
  return startOnce(playwright, executablePath, options, version);
}

async function startOnce(
  playwright: BrowserType,
  executablePath: string,
  { sandbox, proxyHost, stealth }: LaunchOptions,
  version: string | undefined,
): Promise<PlaywrightBrowser> {
  const folder = createTempFolder();
  try {
    const browser = await playwright.launch({
      executablePath,
      // Chromium refuses to start as root with its sandbox on.
      chromiumSandbox: sandbox ?? process.getuid?.() !== 0,
      args: [...guardArguments(proxyHost), ...(stealth ? visitorArguments(version) : [])],
      proxy: { server: deadProxy },
      artifactsDir: folder.path,
      env: { ...browserEnvironment(), TMPDIR: folder.path },
      timeout: launchTimeoutMs,
      // Signals are left to the host program; the browser exits by itself when its pipe closes.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.once('disconnected', () => folder.remove());
    await adoptProfile(browser, folder);
    return browser;
  } catch (cause) {
    folder.remove();
    throw new GleanerError(
      'service_unavailable',
      `The browser at "${executablePath}" did not start. ${advice.startBrowserByHand}`,
      { cause },
    );
  }
}

function guardArguments(proxyHost: string): readonly string[] {
  return [
    // Measured: without it WebRTC reaches hosts past every proxy.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // The headless shell has no such setting, and only obeys this.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // A second layer: without the proxy, neither names nor addresses resolve. Measured: traffic that
    // bypasses the proxy fails with ERR_NAME_NOT_RESOLVED, IP literals included, at no cost to other traffic.
    `--host-resolver-rules=MAP ${proxyHost} 127.0.0.1, MAP * ~NOTFOUND`,
    '--disable-quic',
    '--dns-prefetch-disable',
    `--js-flags=--max-old-space-size=${heapMegabytes}`,
  ];
}

function visitorArguments(version: string | undefined): readonly string[] {
  return [
    // Makes navigator.webdriver false, as in a browser that is not automated.
    '--disable-blink-features=AutomationControlled',
    '--accept-lang=en-US,en',
    '--window-size=1920,1080',
    // Set by a flag and not by context: workers ignore a context's user agent (measured).
    ...(version === undefined ? [] : [`--user-agent=${toVisitorUserAgent(version)}`]),
  ];
}

/** Records the profile folder, which Playwright chooses and only the browser can report. */
async function adoptProfile(browser: PlaywrightBrowser, folder: TempFolder): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  const { commandLine } = await devtools.send('SystemInfo.getInfo');
  await devtools.detach();
  const [, profile] = / --user-data-dir=(\S+)/.exec(commandLine) ?? [];
  if (profile !== undefined) folder.adopt(profile);
}

/** Environment variables that the browser needs; others may hold keys and tokens. */
const passedOn =
  /^(?:PATH|HOME|LANG|LC_.+|TZ|TMP|TEMP|XDG_.+|FONTCONFIG_.+|LD_LIBRARY_PATH|DBUS_.+|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMFILES.*|USERPROFILE)$/i;

function browserEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && passedOn.test(name)) environment[name] = value;
  }
  return environment;
}

function notFound(executablePath: string | undefined): GleanerError<'service_unavailable'> {
  const problem =
    executablePath === undefined
      ? 'No Chrome or Chromium was found on this machine'
      : `There is no browser at "${executablePath}"`;
  return new GleanerError('service_unavailable', `${problem}. ${advice.installBrowser}`);
}

interface WatchMemoryInput {
  readonly browser: PlaywrightBrowser;
  /** Most private memory of one renderer, in bytes. */
  readonly maxBytes: number;
  /** Called when a renderer is killed for holding more, or has ended because its heap was full. */
  readonly onExceeded: () => void;
}

/** How a renderer ended, as the browser reports it. */
interface RendererEnd {
  readonly status: string;
  /** The signal that ended it, on Linux. */
  readonly errorCode: number;
}

/** The signal by which V8 ends a renderer whose heap is full (`SIGTRAP`, measured). */
const memoryFullCode = 5;

/**
 * Whether a renderer ended because it got no more memory. The end alone tells it: at 1 GB/s a heap of 256 MB fills
 * between two looks, and a renderer that is ending holds nothing any more, so that what it was last seen to hold depends on the
 * machine's speed. Failed checks of Chromium end it by the same signal, and are rare.
 */
export function isMemoryFull({ status, errorCode }: RendererEnd): boolean {
  return status === 'oom' || errorCode === memoryFullCode;
}

/** Short enough that a page filling memory as fast as it can (about 1 GB/s) passes the limit once, not ten times. */
const intervalMs = 400;

/**
 * Kills renderers that hold too much memory, which crashes only their page: the limit of the JavaScript heap does not
 * cover buffers, images and canvases. Recognises those that V8 ended for their heap. Works only on Linux, which reports memory, and for a browser on this machine.
 * Returns a function that stops the watch.
 */
export function watchMemory({ browser, maxBytes, onExceeded }: WatchMemoryInput): () => void {
  if (process.platform !== 'linux') return () => {};
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function watch(): Promise<void> {
    const devtools = await browser.newBrowserCDPSession();
    devtools.on('Target.targetCrashed', (end) => {
      if (isMemoryFull(end)) onExceeded();
    });
    await devtools.send('Target.setDiscoverTargets', { discover: true });
    const look = async (): Promise<void> => {
      const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
      const renderers = processInfo
        .filter(({ type }) => type === 'renderer')
        .map(({ id }) => ({ id, bytes: readHeldBytes(id) }));
      for (const { id, bytes } of renderers) {
        if (bytes <= maxBytes) continue;
        onExceeded();
        process.kill(id, 'SIGKILL');
      }
      if (!isStopped)
        timer = setTimeout(() => void look().catch(ignoreLostBrowser), intervalMs).unref();
    };
    await look();
  }

  void watch().catch(ignoreLostBrowser);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * Returns the private memory of a process in bytes: the resident set also counts the browser's code, which all
 * renderers share.
 */
function readHeldBytes(id: number): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const held = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
    return held.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0);
  } catch {
    // The process has ended.
    return 0;
  }
}

/** A lost browser needs no watch; the pool reports the loss to the work in it. */
function ignoreLostBrowser(): void {}

/** With a working guard the page's attempts end within .2 s; an overloaded machine may need a hundred times that. */
const patienceMs = 20_000;

interface CheckGuardInput {
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

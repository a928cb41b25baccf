import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { toDuration } from '../src/runtime/errors/shown-text.ts';
import { serve } from '../src/web/http/index.ts';
import { createStudioClient, openStudio, type StudioWatch } from '../test/support/open-studio.ts';
import { realBrowsing } from '../test/support/real-browsing.ts';
import { servePages } from '../test/support/serve-pages.ts';
import { summarise, type Figure } from './to-figure.ts';

/**
 * How many frames a second the studio shows while things move, and how long a click takes to a frame: through its handler,
 * a server and a socket on loopback, beside a bare screencast of the same Chromium, in turns.
 */
const options = new Command('bench:studio-frames')
  .description(
    'Frames a second and time from input to frame of the studio, against a bare screencast.',
  )
  .option('--rounds <n>', 'turns of each', Number, 5)
  .option('--seconds <n>', 'of movement in each turn', Number, 2)
  .option('--clicks <n>', 'in each turn', Number, 20)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; seconds: number; clicks: number; json?: boolean }>();

const framesTarget = 12;
const latencyTargetMs = 120;
/** Longer than any frame of the click before takes. */
const restMs = 80;

const moving = `<title>moving</title><div id="box" style="width:200px;height:200px;background:red;position:absolute"></div><script>
  const move = (time) => { box.style.left = (time / 4) % 900 + 'px'; requestAnimationFrame(move); };
  requestAnimationFrame(move);
</script>`;
const clicked = `<title>clicked</title><body><script>
  let on = false;
  addEventListener('mousedown', () => { on = !on; document.body.style.background = on ? 'navy' : 'white'; });
</script>`;

/** Something that shows a page. */
interface Shown {
  open(path: string): Promise<void>;
  frames(): number;
  click(): Promise<void>;
  /** Resolves with the next frame. */
  nextFrame(): Promise<void>;
}

const site = await servePages(({ pathname }) => (pathname === '/moving' ? moving : clicked));
const studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
const server = await serve({ handler: studio.handler });
const browsing = realBrowsing({ allowPrivate: ['127.0.0.1/32'] });
const frames = { studio: [] as number[], bare: [] as number[] };
const latencies = { studio: [] as number[], bare: [] as number[] };

for (let round = 0; round < options.rounds; round += 1) {
  const client = createStudioClient(fetch, 'bench', server.url);
  let watch: StudioWatch | undefined;
  await measure('studio', {
    async open(path) {
      await client.open({ url: site.origin + path, replace: true });
      watch = await client.watch();
      await watch.untilTab(({ title }) => title === path.slice(1));
    },
    frames: () => watch?.frames().length ?? 0,
    click: () =>
      client.input(
        { type: 'mouse', action: 'down', x: 9, y: 9 },
        { type: 'mouse', action: 'up', x: 9, y: 9 },
      ),
    async nextFrame() {
      const seen = watch?.frames().length ?? 0;
      await watch?.until(() => (watch?.frames().length ?? 0) > seen);
    },
  });
  await client.call('DELETE', '/session');
  await browsing.withSession(
    { load: ['image', 'font'] },
    new AbortController().signal,
    async (session) => {
      const { page } = session;
      const connection = await session.devtools(page);
      let count = 0;
      const waiting = new Set<() => void>();
      connection.on('Page.screencastFrame', ({ sessionId }) => {
        count += 1;
        void connection.send('Page.screencastFrameAck', { sessionId });
        for (const resolve of waiting) resolve();
        waiting.clear();
      });
      await connection.send('Page.startScreencast', { format: 'jpeg', quality: 70 });
      const mouse = { x: 9, y: 9, button: 'left', clickCount: 1 } as const;
      await measure('bare', {
        open: async (path) => void (await page.goto(site.origin + path)),
        frames: () => count,
        async click() {
          await connection.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' });
          await connection.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' });
        },
        nextFrame: () => new Promise((resolve) => waiting.add(resolve)),
      });
    },
  );
}
await server.close({ graceMs: 0 });
await studio.close();
await browsing.close();
await site.close();
print();

async function measure(kind: 'studio' | 'bare', shown: Shown): Promise<void> {
  await shown.open('/moving');
  await sleep(500);
  const before = shown.frames();
  const startMs = performance.now();
  await sleep(options.seconds * 1_000);
  frames[kind].push(((shown.frames() - before) * 1_000) / (performance.now() - startMs));
  await shown.open('/clicked');
  await sleep(500);
  for (let count = 0; count < options.clicks; count += 1) {
    const shownAt = shown.nextFrame();
    const sentMs = performance.now();
    await Promise.all([shownAt, shown.click()]);
    latencies[kind].push(performance.now() - sentMs);
    await sleep(restMs);
  }
}

function print(): void {
  const rate = summarise(frames.studio);
  const bareRate = summarise(frames.bare);
  const [p95, bareP95] = [latencies.studio, latencies.bare].map(findP95) as [number, number];
  const ofStudio = summarise(latencies.studio);
  const figures: Record<string, Figure> = {
    framesASecond: {
      value: rate.median,
      target: framesTarget,
      met: rate.median >= framesTarget,
      spread: [rate.low, rate.high],
    },
    inputToFrameP95Ms: {
      value: p95,
      target: latencyTargetMs,
      met: p95 <= latencyTargetMs,
      spread: [ofStudio.low, ofStudio.high],
    },
  };
  console.log(
    `frames a second: ${rate.median.toFixed(1)} (${rate.low.toFixed(1)} to ${rate.high.toFixed(1)}), bare ${bareRate.median.toFixed(1)}: ${(rate.median / bareRate.median).toFixed(2)} of it`,
  );
  console.log(
    `input to frame, p95: ${toDuration(Math.round(p95))}, bare ${toDuration(Math.round(bareP95))}: ${(p95 / bareP95).toFixed(2)} times; median ${ofStudio.median.toFixed(0)} ms`,
  );
  if (options.json === true) console.log(JSON.stringify({ bench: 'studio-frames', figures }));
}

function findP95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * 0.95)] ?? Number.NaN;
}

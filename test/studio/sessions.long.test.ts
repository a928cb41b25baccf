import { afterEach, expect, test } from 'vitest';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.ts';
import { openStudio, type OpenStudio, type StudioWatch } from '../support/open-studio.ts';
import { servePages } from '../support/serve-pages.ts';

const minute = 60_000;
let studio: OpenStudio | undefined;

afterEach(async () => studio?.close());

function start(clock: FakeClock = fakeClock()): {
  readonly studio: OpenStudio;
  readonly clock: FakeClock;
} {
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'], clock, maxSessions: 2 });
  return { studio, clock };
}

const isEnd = (reason: string) => (event: { readonly type: string; readonly reason?: string }) =>
  event.type === 'ended' && event.reason === reason;

test('a session ends after five minutes without input, and says so', async () => {
  const {
    studio: { client },
    clock,
  } = start();
  const ann = client('ann');
  await ann.open();
  const watch = await ann.watch();
  clock.advance(4 * minute);
  await ann.input({ type: 'mouse', action: 'move', x: 1, y: 1 });
  clock.advance(4 * minute);
  expect((await ann.call('GET', '/session')).status).toBe(200);
  clock.advance(minute);
  expect(await watch.until(isEnd('idle'))).toMatchObject({
    message: expect.stringContaining('5 minutes'),
  });
  expect((await ann.call('GET', '/session')).status).toBe(404);
});

test('a session ends after thirty minutes, whatever is done in it', async () => {
  const {
    studio: { client },
    clock,
  } = start();
  const ann = client('ann');
  await ann.open();
  const watch = await ann.watch();
  for (let passed = 0; passed < 28; passed += 4) {
    clock.advance(4 * minute);
    await ann.input({ type: 'mouse', action: 'move', x: 1, y: 1 });
  }
  expect((await ann.call('GET', '/session')).status).toBe(200);
  clock.advance(2 * minute);
  await watch.until(isEnd('over_time'));
  expect((await ann.call('GET', '/session')).status).toBe(404);
});

test('a client that goes away may come back within thirty seconds', async () => {
  const {
    studio: { client },
    clock,
  } = start();
  const ann = client('ann');
  await ann.open();
  await (await ann.watch()).leave();
  clock.advance(29_000);
  const back = await ann.watch();
  clock.advance(minute);
  expect((await ann.call('GET', '/session')).status).toBe(200);
  await back.leave();
  clock.advance(30_000);
  expect((await ann.call('GET', '/session')).status).toBe(404);
});

test('an owner has one session, which a newer one replaces when it is asked to', async () => {
  const {
    studio: { client },
  } = start();
  const ann = client('ann');
  const first = await ann.open();
  const watch = await ann.watch();
  expect((await ann.call('POST', '/session', {})).status).toBe(409);
  const second = await ann.open({ replace: true });
  await watch.until(isEnd('replaced'));
  expect(second.id).not.toBe(first.id);
});

test('a second stream of a session takes the place of the first', async () => {
  const {
    studio: { client },
  } = start();
  const ann = client('ann');
  await ann.open();
  const [one, two] = [await ann.watch(), await ann.watch()];
  await one.until(isEnd('moved'));
  expect(await two.until((event) => event.type === 'state')).toBeDefined();
});

test('sessions end with the engine, with their owner, and beyond the most of them none is opened', async () => {
  const signedOut = new AbortController();
  studio = openStudio({
    allowPrivate: [],
    clock: fakeClock(),
    maxSessions: 2,
    signal: signedOut.signal,
  });
  const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((owner) => studio?.client(owner));
  await ann?.open();
  await bob?.open();
  expect((await cid?.call('POST', '/session', {}))?.status).toBe(502);
  const watch = await bob?.watch();
  signedOut.abort();
  await watch?.until(isEnd('signed_out'));
  expect((await ann?.call('GET', '/session'))?.status).toBe(404);
});

/** Without those of the blank page, which all sessions begin with. */
function imagesOf(watch: StudioWatch): ReadonlySet<string> {
  return new Set(
    watch
      .frames()
      .slice(3)
      .map(({ image }) => image),
  );
}

test('two owners see their own pages alone, while both work', async () => {
  const site = await servePages(
    ({
      pathname,
    }) => `<title>${pathname}</title><body style="margin:0;background:${pathname.slice(1)}"><script>
    let count = 0;
    setInterval(() => { document.body.style.paddingTop = (count += 1) % 50 + 'px'; document.body.innerHTML = '<hr>'; }, 20);
  </script>`,
  );
  const {
    studio: { client },
  } = start();
  const [ann, bob] = [client('ann'), client('bob')];
  await Promise.all([
    ann.open({ url: `${site.origin}/red` }),
    bob.open({ url: `${site.origin}/blue` }),
  ]);
  const [red, blue] = await Promise.all([ann.watch(), bob.watch()]);
  await red.until(() => red.frames().length >= 15);
  await blue.until(() => blue.frames().length >= 15);
  const shared = [...imagesOf(red)].filter((image) => imagesOf(blue).has(image));
  expect(shared).toEqual([]);
  expect(JSON.stringify(red.events)).not.toContain('/blue');
  expect(JSON.stringify(blue.events)).not.toContain('/red');
  expect((await client('eve').call('GET', '/session')).status).toBe(404);
  await site.close();
});

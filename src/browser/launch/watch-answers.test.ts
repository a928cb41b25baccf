import { expect, test } from 'vitest';
import { watchAnswers } from './remote-endpoints.ts';

type Watched = Parameters<typeof watchAnswers>[0];

/** A connected browser that answers the first questions and none after. */
function silentAfter(answers: number): { readonly browser: Watched; readonly asked: string[] } {
  const asked: string[] = [];
  const session = {
    send(method: string): Promise<unknown> {
      asked.push(method);
      return asked.length > answers ? new Promise(() => {}) : Promise.resolve({});
    },
  };
  const browser = {
    isConnected: () => true,
    newBrowserCDPSession: () => Promise.resolve(session),
  };
  // The watch uses these two members alone.
  return { browser: browser as unknown as Watched, asked };
}

test('a browser that is connected and stops answering is told of once', async () => {
  const { browser, asked } = silentAfter(2);
  let told = 0;
  await new Promise<void>((resolve) => {
    const onSilent = (): void => {
      told += 1;
      resolve();
    };
    watchAnswers(browser, onSilent, { intervalMs: 1, patienceMs: 20 });
  });
  expect(told).toBe(1);
  expect(asked).toEqual(['Browser.getVersion', 'Browser.getVersion', 'Browser.getVersion']);
});

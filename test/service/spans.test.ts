import { afterEach, expect, test } from 'vitest';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { withSpan } from '../../src/runtime/signals/with-span.ts';
import { keepSpans, type KeptSpan } from '../support/keep-spans.ts';
import { addCustomer, openService, until, untilEnded } from '../support/open-service.ts';
import { serveReceiver, type Receiver } from '../support/serve-receiver.ts';
import { stubFetcher } from '../support/stub-fetcher.ts';

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

const schema = {
  type: 'object',
  required: ['price'],
  properties: { price: { type: 'number' } },
} as const;

/** Each span with the one above it. */
const outline = (spans: readonly KeptSpan[]) =>
  spans.map(({ name, parent }) => `${parent ?? '-'} > ${name}`);

test('an extraction has a span for each thing that takes time', async () => {
  const spans = keepSpans();
  const answers = [{ price: 'unknown' }, { price: 51.77 }];
  const model = scriptedModel(() => ({ content: answers.shift() }));
  const { service } = openService({ gleaner: { model } });
  const { account } = await addCustomer(service);
  const url = 'https://shop.test/lamp?token=s3cret';
  await service.extract({ url, prompt: 's3cret', schema }, { account });
  expect(outline(spans)).toEqual([
    '- > hold credits',
    '- > load page',
    'load page > fetch page',
    '- > ask extractor',
    '- > repair answer',
    '- > post credits',
  ]);
  expect(spans.every(({ isEnded }) => isEnded)).toBe(true);
  expect(spans[1]?.attributes).toEqual({ 'server.address': 'shop.test' });
  expect(JSON.stringify(spans)).not.toContain('s3cret');
});

test('a failed page shows in its spans, and its hold is freed', async () => {
  const spans = keepSpans();
  const { service } = openService({ fetcher: stubFetcher(() => ({ status: 503 })) });
  const { account } = await addCustomer(service);
  const extraction = service.extract({ url: 'https://shop.test/', prompt: 'x' }, { account });
  await expect(extraction).rejects.toMatchObject({ code: 'validation_failed' });
  expect(outline(spans)).toEqual([
    '- > hold credits',
    '- > load page',
    'load page > fetch page',
    '- > void credits',
  ]);
  expect(spans[1]).toMatchObject({
    attributes: { 'error.type': 'validation_failed' },
    status: { code: 2 },
  });
});

test('a run is traced below what dispatched it, and its webhook below its end', async () => {
  const spans = keepSpans();
  const receiver = await serveReceiver();
  receivers.push(receiver);
  const { service } = openService({ gleaner: { egress: { allowPrivate: receiver.allowPrivate } } });
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: receiver.url });
  await service.start();
  const { id } = await withSpan('caller', {}, () => service.dispatchRun({ account, recipeId }));
  await untilEnded(service, { account, id });
  await until(async () => (await service.listDeliveries({ account }))[0]?.state === 'delivered');
  await service.close();
  expect(new Set(outline(spans))).toEqual(
    new Set([
      '- > caller',
      'caller > run recipe',
      'run recipe > replay recipe',
      'run recipe > post credits',
      'post credits > deliver webhook',
    ]),
  );
  expect(spans.find(({ name }) => name === 'run recipe')?.attributes['gleaner.run_id']).toBe(id);
});

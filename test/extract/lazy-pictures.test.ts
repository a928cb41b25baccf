import { expect, test } from 'vitest';
import { extract } from '../../src/index.ts';

const image = { type: 'string', format: 'uri' };
const lamp = { type: 'object', properties: { name: { type: 'string' }, image } };
const schema = { type: 'object', properties: { lamps: { type: 'array', items: lamp } } };

async function read(toImage: (name: string) => string): Promise<unknown> {
  const cards = ['Ash', 'Elm', 'Fir'].map(
    (name) => `<div class="card">${toImage(name)}<h2>${name} lamp</h2><p>£10.00</p></div>`,
  );
  const html = `<title>Lamps</title><main><h1>Lamps</h1>${cards.join('')}</main>`;
  const { result } = await extract({
    html,
    url: 'https://shop.example/a/',
    prompt: 'all lamps',
    schema,
  });
  return (result as { lamps: readonly { image: unknown }[] }).lamps.map((each) => each.image);
}

test.each([
  [
    'a placeholder',
    (name: string) => `<img src="data:image/gif;base64,R0lG" data-src="//cdn.example/${name}.jpg">`,
  ],
  ['nothing', (name: string) => `<img data-original="https://cdn.example/${name}.jpg">`],
  [
    'its own address',
    (name: string) => `<img src="https://cdn.example/${name}.jpg" data-image="true">`,
  ],
])('the picture of a card is read where its src is %s', async (_name, toImage) => {
  expect(await read(toImage)).toEqual(
    ['Ash', 'Elm', 'Fir'].map((name) => `https://cdn.example/${name}.jpg`),
  );
});

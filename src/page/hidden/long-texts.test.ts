import { expect, test } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-ms-of.ts';
import { readPage } from '../read-page.ts';

/** Long enough for what grows with its square to take minutes. */
const length = 200_000;
/** Linear work takes a hundredth. */
const mostMs = 10_000;

const fill = (unit: string): string => unit.repeat(length / unit.length);

test.each<[string, string]>([
  ['dashes', `<p style="${fill('-')}">shown</p>`],
  ['white space in a value', `<p style="color: red${fill(' ')}x">shown</p>`],
  ['names of properties in each other', `<p style="${fill('-inset')}">shown</p>`],
  ['escaped quotes', `<p style="left: ${fill(String.raw`\&quot;`)}">shown</p>`],
  ['white space in a sheet', `<style>p { color: red${fill(' ')}x }</style><p>shown</p>`],
  ['escaped quotes in a sheet', `<style>p { left: ${fill(String.raw`\"`)} }</style><p>shown</p>`],
  ['selectors that do not end', `<style>${fill(':nth-child(')} { left: 0 }</style><p>shown</p>`],
  ['white space in a formula', `<p>shown</p><script type="math/tex">x${fill(' ')}y</script>`],
])('styles and formulas are read in linear time: %s', (_, html) => {
  const took = cpuMsOf(() => {
    const page = readPage({ html, url: 'https://shop.example/' });
    expect(page.document.children.length).toBeGreaterThan(0);
  });
  expect(took).toBeLessThan(mostMs);
});

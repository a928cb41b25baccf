import { describe, expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { readText } from '../../text/node-text.ts';

const read = (html: string): string =>
  readText(readPage({ html, url: 'https://styles.example/' }).document).trim();

/** Milliseconds of the fastest of three readings. */
function timeOf(html: string): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    read(html);
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Rules and elements that share classes: each element has all of them, and none that ends a rule. */
function hostile(size: number): string {
  const shared = Array.from({ length: size / 40 }, (_, index) => `k${index}`);
  const rules = Array.from(
    { length: size },
    (_, index) => `.${shared[index % shared.length]}.k0.k1.z${index}`,
  );
  const elements = shared.map((name) => `<p class="${shared.join(' ')} own-${name}">a`);
  return `<style>${rules.join(',')}{display:none}</style>${elements.join('')}`;
}

describe('readHideRules', () => {
  test.each([
    ['p { display: none }', '<p>a'],
    ['#x { display: none }', '<p id=x>a'],
    ['.x { display: none }', '<p class="y x">a'],
    ['p.x.y { display: none }', '<p class="y x">a'],
    ['.x { display: none } div > .x.z:hover { display: block }', '<p class="x">a'],
  ])('%s hides %s', (css, html) => {
    expect(read(`<style>${css}</style>${html}</p><b>shown</b>`)).toBe('shown');
  });

  test.each([
    ['#x.y { display: none }', '<p id=x>a'],
    ['.x.y { display: none }', '<p class="y">a'],
    ['div.x { display: none }', '<p class="x">a'],
    ['.x { display: none } div > .y:hover { display: block }', '<p class="x y">a'],
    ['.x { display: none } .y .x[open] { display: block }', '<p class="x">a'],
    ['@media print { .x { display: none } }', '<p class="x">a'],
  ])('%s leaves %s', (css, html) => {
    expect(read(`<style>${css}</style>${html}</p>`)).toBe('a');
  });

  test('rules and classes made for each other take little longer than their length asks for', () => {
    const [small, large] = [hostile(1_000), hostile(4_000)];
    expect(large.length).toBeLessThan(6 * small.length);
    expect(timeOf(large)).toBeLessThan(18 * timeOf(small));
  });
});

import { describe, expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { readText } from '../../text/node-text.ts';

const read = (html: string): string =>
  readText(readPage({ html, url: 'https://styles.example/' }).document).trim();

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
});

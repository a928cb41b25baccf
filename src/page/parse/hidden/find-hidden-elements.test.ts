import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '../../../../test/support/cpu-ms-of.ts';
import { readPage } from '../../read-page.ts';
import { readText } from '../../text/node-text.ts';
import { stepWarning } from './find-hidden-elements.ts';

const open = (html: string) => readPage({ html, url: 'https://styles.example/' });
const read = (html: string): string => readText(open(html).document).trim();

/** Two thousand elements with all classes, each of which every rule almost matches. */
function createHostilePage(rule: string): string {
  const classes = Array.from({ length: 400 }, (_, number) => `k${number}`).join(' ');
  const rules = Array.from(
    { length: 20_000 },
    (_, number) => `.k${number % 400}.k${(number + 1) % 400}:not(.k1,.k2){display:none}`,
  );
  const paragraphs = Array.from({ length: 2_000 }, () => `<p class="${classes}">a</p>`);
  return `<style>${rules.join('')}${rule}</style>${paragraphs.join('')}<b>shown</b><i class="w">SECRET</i>`;
}

describe('findHiddenElements', () => {
  test.each([
    ['p { display: none }', '<p>a'],
    ['#x { display: none }', '<p id=x>a'],
    ['.x { display: none }', '<p class="y x">a'],
    ['p.x.y { display: none }', '<p class="y x">a'],
    ['.x { background: url(a;b); display: none }', '<p class="x">a'],
    [':root { --a: 1; --b: none } .x { margin: 0; display: var(--b) }', '<p class="x">a'],
    ['.x { display: none } div > .x.z:hover { display: block }', '<p class="x">a'],
    ['.x { display: none } div > .y:hover { display: block }', '<p class="x y">a'],
    ['.x { display: none } .y .x[open] { display: block }', '<p class="x">a'],
  ])('%s hides %s', (css, html) => {
    expect(read(`<style>${css}</style>${html}</p><b>shown</b>`)).toBe('shown');
  });

  test.each([
    ['#x.y { display: none }', '<p id=x>a'],
    ['.x.y { display: none }', '<p class="y">a'],
    ['div.x { display: none }', '<p class="x">a'],
    ['.x > > .y { display: none }', '<p class="x y">a'],
    ['.x + ~ .y { display: none }', '<p class="x y">a'],
    ['.x { display: none } .x { padding: 0; color: red; display: block }', '<p class="x">a'],
    ['@media print { .x { display: none } }', '<p class="x">a'],
  ])('%s leaves %s', (css, html) => {
    expect(read(`<style>${css}</style>${html}</p>`)).toBe('a');
  });

  test('blocks that nothing closes take time in proportion to their number', () => {
    const html = `<style>.x { display: none } ${'{'.repeat(1_000_000)}</style><p class=x>SECRET<p>b`;
    let text = '';
    const ms = cpuMsOf(() => {
      text = read(html);
    });
    expect(text).toBe('b');
    // Half a minute with a look for the end of each.
    expect(ms).toBeLessThan(1_500);
  });

  test('what would take too long to match counts as hidden, and the page says so', () => {
    const started = performance.now();
    const page = open(createHostilePage('.w { display: none }'));
    expect(page.warnings).toContain(stepWarning);
    expect(readText(page.document)).toContain('shown');
    expect(readText(page.document)).not.toContain('SECRET');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('parts that a rule hides are content where there are three of them and a click shows them', () => {
    const css = '.answer { display: none } .open .answer { display: block }';
    const answers = '<div><p class=answer>An answer</p></div>'.repeat(3);
    expect(read(`<style>${css}</style>${answers}`)).toBe('An answer\nAn answer\nAn answer');
    expect(read(`<style>${css}</style><p>a</p><p class=answer>SECRET</p>`)).toBe('a');
  });

  test('what is hidden in such a part stays hidden', () => {
    const css = '.answer { display: none } .open .answer { display: block }';
    const answers = '<div class=answer>An answer<i hidden>SECRET</i></div>'.repeat(3);
    expect(read(`<style>${css}</style>${answers}`)).toBe('An answer\nAn answer\nAn answer');
  });

  test('white text may stand on what another sheet colours', () => {
    const css = '<style>body { background: #fff } .x { color: #fff }</style>';
    expect(read(`${css}<p>a</p><p class=x>SECRET</p>`)).toBe('a');
    expect(read(`<link rel=stylesheet href=a.css>${css}<p class=x>a</p>`)).toBe('a');
  });
});

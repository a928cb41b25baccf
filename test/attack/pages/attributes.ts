import { repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** Attributes: many, long, alike, and half written. */
export const attributePages: readonly HostilePage[] = toFamily('attributes', [
  [
    'a million on an element',
    1_000_000,
    (count) => toDocument(`<p ${repeat(count, (at) => `a${at} `)}>x</p>`),
  ],
  [
    '1,000 on each of 1,000 elements',
    1_000,
    (count) => toDocument(`<p ${repeat(1_000, (at) => `a${at}=1 `)}>x</p>`.repeat(count)),
  ],
  ['one name, 300,000 times', 300_000, (count) => toDocument(`<p ${'a=1 '.repeat(count)}>x</p>`)],
  ['a value of 9 MB', 9_000_000, (count) => toDocument(`<p title="${'x'.repeat(count)}">x</p>`)],
  [
    '500,000 classes on an element',
    500_000,
    (count) => toDocument(`<p class="${repeat(count, (at) => `c${at} `)}">x</p>`),
  ],
  [
    '200 classes on each of 5,000 elements',
    5_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<p class="${repeat(200, (own) => `c${at % 50}-${own} `)}">x</p>`),
      ),
  ],
  [
    '50,000 classes, each its own',
    50_000,
    (count) => toDocument(repeat(count, (at) => `<div class="item${at}">Lamp ${at}</div>`)),
  ],
  ['100,000 elements of one id', 100_000, (count) => toDocument('<p id=a>x</p>'.repeat(count))],
  [
    'class names of 1 MB',
    1_000_000,
    (count) =>
      toDocument(
        `<p class="${'price'.repeat(count / 5)}">x</p><p class="${'a-'.repeat(count / 2)}">x</p>`,
      ),
  ],
  [
    'white space for a class, 5 MB',
    5_000_000,
    (count) => toDocument(`<p class="${' '.repeat(count)}a" rel="${'\t'.repeat(100)}">x</p>`),
  ],
  [
    'quotes that never close',
    1_000_000,
    (count) => toDocument(`<p ${'a="'.repeat(count / 3)}>x</p>`),
  ],
  ['a million equals signs', 1_000_000, (count) => toDocument(`<p ${'='.repeat(count)}>x</p>`)],
  [
    'a million slashes in a tag',
    1_000_000,
    (count) => toDocument(`<p ${'/ '.repeat(count / 2)}>x</p>`),
  ],
  [
    'labels that refer to each other',
    20_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<p id=l${at} aria-labelledby="l${(at + 1) % count} l${at}" aria-describedby=l0>x</p>`,
        ),
      ),
  ],
  [
    'labels that refer to all',
    1_000,
    (count) =>
      toDocument(
        `<p id=a>${'x'.repeat(10_000)}</p>${`<button aria-labelledby="${'a '.repeat(count)}">y</button>`.repeat(count)}`,
      ),
  ],
  [
    'event handlers of 1 KB',
    5_000,
    (count) => toDocument(`<p onclick="${'alert(1);'.repeat(110)}">x</p>`.repeat(count)),
  ],
  [
    'a language of 1 MB',
    1_000_000,
    (count) =>
      `<html lang="${'en-'.repeat(count / 3)}"><title>x</title><p lang="${'x-'.repeat(count / 2)}">text`,
  ],
  [
    'data attributes of JSON',
    5_000,
    (count) => toDocument(`<p data-props='${'{"a":['.repeat(100)}'>x</p>`.repeat(count)),
  ],
  [
    'names of prototypes',
    10_000,
    (count) =>
      toDocument(
        '<p __proto__=a constructor=b toString=c hasOwnProperty=d itemprop=__proto__ id=__proto__ class="__proto__ constructor">x</p>'.repeat(
          count,
        ),
      ),
  ],
  [
    'NUL and controls in names',
    100_000,
    (count) => toDocument(`<p ${'\0\u{1}a=\0 '.repeat(count / 5)}>x</p>`),
  ],
]);

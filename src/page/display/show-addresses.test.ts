import { expect, it } from 'vitest';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';

const encode = (text: string): string => {
  const key = 0x54;
  return Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex');
};
const markdown = (html: string): string => {
  const page = readPage({ html, url: 'https://h.example/' });
  return toMarkdown({ document: page.document, url: page.url }).trim();
};

const path = '/cdn-cgi/l/email-protection';
const code = encode('quay@h.example');
const shown = '[quay@h.example](mailto:quay@h.example)';

it.each([
  [
    'of a link',
    `<a href="${path}" class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</a>`,
    shown,
  ],
  [
    'within a link',
    `<a href="${path}#${code}"><span class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</span></a>`,
    shown,
  ],
  [
    'within a link without the code',
    `<a href="${path}"><span data-cfemail="${code}">[email&#160;protected]</span></a>`,
    shown,
  ],
  [
    'without a link',
    `<span data-cfemail="${code}">[email&#160;protected]</span>`,
    'quay@h.example',
  ],
  [
    'of a link that alone has the code',
    `<a href="${path}#${code}"><span>[email&#160;protected]</span></a>`,
    shown,
  ],
  [
    'of two codes that differ',
    `<a href="${path}#${encode('Quay@h.example')}"><span data-cfemail="${code}">[email&#160;protected]</span></a>`,
    '[quay@h.example](mailto:Quay@h.example)',
  ],
  [
    'behind words of their own',
    `<a href="https://h.example${path}#${encode('quay@h.example?subject=Boats')}">Write to us</a>`,
    '[Write to us](mailto:quay@h.example?subject=Boats)',
  ],
])('shows a protected e-mail address: %s', (_name, html, expected) => {
  expect(markdown(`<p>Write: ${html}.</p>`)).toBe(`Write: ${expected}.`);
});

it('leaves what is no code of an address', () => {
  const other = `<span data-cfemail="${encode('no address')}">a</span> <span data-cfemail="5">b</span> <a href="${path}">c</a>`;
  expect(markdown(`<p>${other}</p>`)).toBe(`a b [c](https://h.example${path})`);
});

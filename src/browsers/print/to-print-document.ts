import { createHash } from 'node:crypto';
import type { PrintRequest } from '../../contracts/browser.ts';
import { printStyle } from './print-style.ts';

/** A document as a server would answer it. */
export interface PrintDocument {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Longer titles are cut: they stand in every viewer's window bar. */
const maxTitleLength = 300;

/**
 * The document with our head before it. The HTML algorithm ignores a second doctype and head, keeps the first title, and
 * merges the attributes of `html` and `body`, so that the page's own markup needs no change.
 */
export function toPrintDocument(request: PrintRequest, fontOrigin: string): PrintDocument {
  const { html, url, language } = request;
  const title = request.title === undefined || request.title === '' ? undefined : request.title;
  const style = `${printStyle}${fontFaces(fontOrigin)}`;
  const head = [
    '<!doctype html>',
    // Without a language the browser would claim its own.
    `<html lang="${escapeHtml(language === undefined || language === '' ? 'und' : language)}">`,
    '<head><meta charset="utf-8">',
    `<title>${escapeHtml((title ?? url).slice(0, maxTitleLength))}</title>`,
    `<style>${style}</style></head>`,
  ];
  // A page without a first heading begins with its title.
  const heading =
    title === undefined || /<h1[\s>]/i.test(html) ? '' : `<h1>${escapeHtml(title)}</h1>`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(style, fontOrigin),
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
    },
    body: `${head.join('')}${heading}${html}`,
  };
}

/** `sandbox` also turns off scripts, forms, pop-ups and `meta` refreshes. The page's own styles have no matching hash. */
function contentSecurityPolicy(style: string, fontOrigin: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    'sandbox',
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${hash}'`,
    `font-src ${fontOrigin}`,
    "form-action 'none'",
  ].join('; ');
}

/** Loaded only where a character needs them and the machine has none that is as good. */
function fontFaces(origin: string): string {
  return `
@font-face { font-family: "Gleaner Chinese"; src: local("Noto Sans CJK SC"), local("Noto Sans CJK JP"), local("PingFang SC"), local("Microsoft YaHei"), url("${origin}/chinese"); unicode-range: U+2E80-2FDF, U+3000-312F, U+31A0-31BF, U+31F0-31FF, U+3400-4DBF, U+4E00-9FFF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-2FA1F; }
@font-face { font-family: "Gleaner Korean"; src: local("Noto Sans CJK KR"), local("Apple SD Gothic Neo"), local("Malgun Gothic"), url("${origin}/korean"); unicode-range: U+1100-11FF, U+3130-318F, U+A960-A97F, U+AC00-D7FF; }
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

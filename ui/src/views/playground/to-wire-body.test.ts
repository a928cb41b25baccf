import { expect, test } from 'vitest';
import { emptyDraft } from './playground-draft.ts';
import { toCurl } from './to-curl.ts';
import { toTypeScript } from './to-type-script.ts';
import { toWireBody } from './to-wire-body.ts';

const draft = { ...emptyDraft, url: ' https://a.example/ ', prompt: "the shop's name" };

test('what is not chosen is left out of the call', () => {
  expect(toWireBody(draft)).toEqual({
    website_url: 'https://a.example/',
    user_prompt: "the shop's name",
    include: ['evidence', 'warnings'],
  });
  expect(toWireBody({ ...draft, kind: 'scrape' })).toEqual({
    website_url: 'https://a.example/',
    format: 'markdown',
  });
});

test('every option of a page reaches the call', () => {
  const chosen = {
    ...draft,
    kind: 'scrape',
    format: 'pdf',
    navigation: 'omit',
    extractLinks: true,
    tagTruncate: true,
    parseMode: 'speed',
    reduceContent: 'no',
    includeTags: 'main, article',
    excludeTags: 'nav',
    headers: 'Accept-Language: de\n',
    maxAge: '0',
    stealth: true,
  } as const;
  expect(toWireBody(chosen)).toEqual({
    website_url: 'https://a.example/',
    format: 'pdf',
    navigation: 'omit',
    extract_links: true,
    tag_truncate: true,
    parse_mode: 'speed',
    reduce_content: false,
    include_tags: ['main', 'article'],
    exclude_tags: ['nav'],
    headers: { 'Accept-Language': 'de' },
    max_age: 0,
    stealth: true,
  });
});

test('every option of an extraction reaches the call', () => {
  const chosen = {
    ...draft,
    pageComplexity: 'high',
    detailLevel: 'low',
    grounding: 'drop',
    unsure: 'fail',
    models: 'unsure',
    experimental: true,
    usage: true,
  } as const;
  expect(toWireBody(chosen)).toEqual({
    website_url: 'https://a.example/',
    user_prompt: "the shop's name",
    page_complexity: 'high',
    detail_level: 'low',
    grounding: 'drop',
    unsure: 'fail',
    models: 'unsure',
    experimental: true,
    include: ['evidence', 'warnings', 'usage'],
  });
});

test('as code the call keeps its quotes, and the library gets its own names', () => {
  const body = toWireBody({ ...draft, schema: '{"type":"object"}' });
  expect(toCurl('extract', body, 'https://s.example')).toContain(
    String.raw`"user_prompt": "the shop'\''s name"`,
  );
  const code = toTypeScript('extract', body);
  expect(code).toContain(`prompt: "the shop's name"`);
  expect(code).toContain('schema: {\n    type: "object"');
});

import { describe, expect, it } from 'vitest';
import type { StructuredEntity } from '../page-reading.ts';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage({ html, url: 'https://shop.example/a/b' });
const readLd = (json: string) => read(`<script type="application/ld+json">${json}</script>`);

/** Entities as plain objects: `{'@': types, name: [values]}`. */
function toPlain({ types, properties }: StructuredEntity): Record<string, unknown> {
  const plain: Record<string, unknown> = { '@': types.join(' ') };
  for (const [name, values] of properties) {
    plain[name] = values.map((value) => (value.kind === 'text' ? value.text : toPlain(value)));
  }
  return plain;
}

const entitiesOf = (html: string) => read(html).structuredData.entities.map(toPlain);
const offer = { '@': 'Product', name: ['Teapot'], offers: [{ '@': 'Offer', price: ['51.77'] }] };

describe('one thing in three syntaxes', () => {
  it.each([
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Teapot","offers":{"@type":"Offer","price":51.77}}</script>',
    '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name> Tea<b>pot</b>\n</h1><p itemprop=offers itemscope itemtype="http://schema.org/Offer"><meta itemprop=price content=51.77></p></div>',
    '<div vocab="https://schema.org/" typeof=Product><h1 property=name>Teapot</h1><p property="schema:offers" typeof="schema:Offer"><span property=price content=51.77>£</span></p></div>',
  ])('reads the same from %s', (html) => {
    expect(entitiesOf(html)).toEqual([offer]);
  });
});

describe('JSON-LD', () => {
  it.each([
    ['a comment around it', '<!-- {"@type":"Product","name":"Teapot"} -->'],
    ['a CDATA section', '//<![CDATA[\n{"@type":"Product","name":"Teapot"}\n//]]>'],
    ['a CDATA section in comments', '/*<![CDATA[*/{"@type":"Product","name":"Teapot"}/*]]>*/'],
    ['a trailing comma', '{"@type":"Product","name":"Teapot",}'],
    ['a trailing semicolon', '{"@type":"Product","name":"Teapot"};'],
    ['comments within', '{"@type":"Product", // what\n"name":"Teapot" /* it is */}'],
    ['control characters', '{"@type":"Product","name":"Tea\u0001pot"}'],
    ['a raw line break', '{"@type":"Product",\n"name":"Teapot\n"}'],
    [
      'escaped quotes throughout',
      '{&quot;@type&quot;:&quot;Product&quot;,&quot;name&quot;:&quot;Teapot&quot;}',
    ],
    ['entities and tags', '{"@type":"Product","name":"&lt;b&gt;Tea&lt;/b&gt;pot&nbsp;"}'],
    ['a character by its code', '{"@type":"Product","name":"Tea\\x70ot"}'],
    ['a missing bracket', '[{"@type":"Product","name":"Teapot"}'],
  ])('is read with %s', (_name, json) => {
    const { structuredData } = readLd(json);
    expect(structuredData.entities.map(toPlain)).toEqual([{ '@': 'Product', name: ['Teapot'] }]);
    expect(structuredData.jsonLd).toHaveLength(1);
  });

  it('is left out with a warning when it cannot be read', () => {
    const page = readLd('Not data at all');
    expect(page.structuredData).toMatchObject({ entities: [], jsonLd: [] });
    expect(page.warnings.join()).toContain('JSON-LD');
  });

  it('flattens @graph and follows references within the page, in page order', () => {
    const page = readLd(
      '{"@graph":[{"@type":"Article","author":{"@id":"#p"},"headline":"H"},{"@type":"Person","@id":"#p","name":"Ann"}]}',
    );
    const person = { '@': 'Person', name: ['Ann'] };
    expect(page.structuredData.entities.map(toPlain)).toEqual([
      { '@': 'Article', author: [person], headline: ['H'] },
      person,
    ]);
  });

  it('cuts references that lead in a circle', () => {
    const page = readLd(
      '[{"@type":"A","@id":"#a","b":{"@id":"#b"},"name":"a"},{"@type":"B","@id":"#b","a":{"@id":"#a"},"name":"b"}]',
    );
    expect(page.structuredData.entities.map(toPlain)).toEqual([
      { '@': 'A', b: [{ '@': 'B', a: [], name: ['b'] }], name: ['a'] },
      { '@': 'B', a: [], name: ['b'] },
    ]);
  });

  it('points into the document', () => {
    const { entities } = readLd(
      '{"@type":"P","a/b":[{"@value":"x"},["y"]],"n":false,"z":null}',
    ).structuredData;
    const pointers = [...(entities[0]?.properties.values() ?? [])]
      .flat()
      .map(({ source }) => source.pointer);
    expect(pointers).toEqual(['/a~1b/0/@value', '/a~1b/1/0', '/n']);
  });

  it('bounds depth and size, and says so', () => {
    const deep = readLd(`${'{"@type":"A","a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
    let depth = 0;
    for (let entity = deep.structuredData.entities[0]; entity; depth++) {
      entity = entity.properties.get('a')?.find((value) => value.kind === 'entity');
    }
    expect(depth).toBeLessThanOrEqual(64);
    const wide = readLd(`{"@type":"A","a":[${'"x",'.repeat(60_000)}"y"]}`);
    expect(wide.structuredData.entities[0]?.properties.get('a')).toHaveLength(50_000);
    expect(wide.warnings.join()).toContain('left out');
  });
});

describe('what is handed out of JSON-LD', () => {
  it.each([
    ['objects', '{"@type":"A","a":', '}'],
    ['arrays', '[', ']'],
    ['graphs', '{"@graph":[', ']}'],
  ])('has at most 64 levels of %s, and so can be written as JSON', (_, open, close) => {
    const page = readLd(`${open.repeat(6_000)}"x"${close.repeat(6_000)}`);
    const json = JSON.stringify(page.structuredData.jsonLd);
    expect(json.match(/[[{]/g)?.length).toBe(65);
    expect(page.warnings.join()).toContain('left out');
  });

  it('has at most 100,000 values in all scripts of a page', () => {
    const list = `[${'1,'.repeat(70_000)}1]`;
    const script = `<script type="application/ld+json">${list}</script>`;
    const page = read(script + script);
    expect(page.structuredData.jsonLd.flat()).toHaveLength(100_000 - 2);
    expect(page.warnings.join()).toContain('left out');
  });

  it('is whole, and without a warning, below the limits', () => {
    const value = [{ '@type': 'A', n: 1, list: [[1, 'x'], { b: true, none: null }] }];
    const page = readLd(JSON.stringify(value));
    expect(page.structuredData.jsonLd).toEqual([value]);
    expect(page.warnings).toEqual([]);
  });

  it('has no member named __proto__', () => {
    const page = readLd('{"@type":"A","n":1,"__proto__":{"p":1},"a":[{"__proto__":1,"m":2}]}');
    const [entity] = page.structuredData.entities;
    expect(JSON.stringify(page.structuredData.jsonLd)).toBe('[{"@type":"A","n":1,"a":[{"m":2}]}]');
    expect([...(entity?.properties.keys() ?? [])]).toEqual(['n', 'a']);
    expect(page.warnings).toEqual(['Structured data with the name "__proto__" was left out.']);
  });
});

describe('a walk through the entities', () => {
  const count = (entity: StructuredEntity): number => {
    const values = [...entity.properties.values()].flat();
    return values.reduce((sum, value) => sum + (value.kind === 'text' ? 1 : count(value)), 1);
  };

  it('meets at most 100,000 values where each of 40 entities refers twice to the next', () => {
    const nodes = Array.from({ length: 40 }, (_, n) => {
      const next = { '@id': `${n + 1}` };
      return { '@id': `${n}`, '@type': 'A', n, r: [next, next] };
    });
    const page = readLd(JSON.stringify({ '@graph': nodes }));
    const met = page.structuredData.entities.reduce((sum, entity) => sum + count(entity), 0);
    expect(met).toBeGreaterThan(10_000);
    expect(met).toBeLessThanOrEqual(100_000);
    expect(page.warnings.join()).toContain('left out');
  });

  it('goes at most 64 levels deep along references that lead back', () => {
    const nodes = Array.from({ length: 5_000 }, (_, n) => ({
      '@id': `${n}`,
      '@type': 'A',
      r: [{ '@id': `${n - 1}` }],
    }));
    const page = readLd(JSON.stringify({ '@graph': nodes }));
    const depthOf = (entity: StructuredEntity): number => {
      const parts = [...entity.properties.values()].flat();
      const depths = parts.map((part) => (part.kind === 'text' ? 0 : depthOf(part)));
      return 1 + Math.max(0, ...depths);
    };
    expect(Math.max(...page.structuredData.entities.map(depthOf))).toBe(64);
    expect(page.warnings.join()).toContain('left out');
  });

  it('ends where items refer to each other', () => {
    const items = Array.from(
      { length: 60 },
      (_, n) =>
        `<p itemscope itemprop=a id=i${n} itemref="i${n + 1} i${n + 2}"><b itemprop=b>x</b></p>`,
    );
    const page = read(`<div itemscope itemref="i0">${items.join('')}`);
    const [top] = page.structuredData.entities;
    expect(top && count(top)).toBeLessThanOrEqual(100_000);
    expect(page.warnings.join()).toContain('left out');
  });
});

describe('microdata', () => {
  it('takes the words of a link around a name, and its address where an address is meant', () => {
    const html = `<div itemscope><a itemprop="name" href="/p/41">Oak table</a><a itemprop="url" href="/p/41">More</a></div>`;
    expect(entitiesOf(html)).toEqual([
      { '@': '', name: ['Oak table'], url: ['https://shop.example/p/41'] },
    ]);
  });

  it('takes values from where the standard says', () => {
    const html = `<div itemscope><a itemprop=a href="/x">t</a><img itemprop=b src=i.png><time itemprop=c datetime=2024-01-02>today</time>
      <data itemprop=d value=7>seven</data><link itemprop=e href="https://schema.org/InStock"><object itemprop=f data=o></object>
      <time itemprop=g>noon</time><span itemprop="h i">two</span><span itemprop=j content=9.5>9,50 €</span><p itemprop=k hidden>h</p></div>`;
    expect(entitiesOf(html)).toEqual([
      {
        '@': '',
        a: ['https://shop.example/x'],
        b: ['https://shop.example/a/i.png'],
        c: ['2024-01-02'],
        d: ['7'],
        e: ['https://schema.org/InStock'],
        f: ['https://shop.example/a/o'],
        g: ['noon'],
        h: ['two'],
        i: ['two'],
        j: ['9.5'],
        k: ['h'],
      },
    ]);
  });

  it('has no property named __proto__', () => {
    const page = read('<p itemscope><b itemprop="__proto__ a">x</b></p>');
    expect(page.structuredData.entities.map(toPlain)).toEqual([{ '@': '', a: ['x'] }]);
    expect(page.warnings).toEqual(['Structured data with the name "__proto__" was left out.']);
  });

  it('follows itemref, and cuts circles', () => {
    expect(
      entitiesOf(
        '<div itemscope itemref="x y"></div><p id=x itemprop=name>N</p><div id=y><i itemprop=part itemscope itemref=y itemtype=P></i></div>',
      ),
    ).toEqual([{ '@': '', name: ['N'], part: [{ '@': 'P', part: [] }] }]);
  });

  it('leaves text that is hidden within a value out', () => {
    expect(
      entitiesOf('<p itemscope><b itemprop=name>Tea<i style="display:none">SECRET</i>pot</b></p>'),
    ).toEqual([{ '@': '', name: ['Teapot'] }]);
  });

  it('does not read the same text again at every level without end', () => {
    const html = `<div itemscope>${'<div itemprop=a><p itemprop=b>'.repeat(100)}${'word '.repeat(50_000)}`;
    const page = read(html);
    expect(page.structuredData.entities).toHaveLength(1);
    expect(page.warnings.join()).toContain('left out');
  });
});

describe('meta tags', () => {
  it('are read with their names in lower case', () => {
    const { metaTags } = read(
      '<meta name=Description content=" A  teapot "><meta property="og:title" name="og:title" content=T><meta http-equiv=X content=y><meta name=empty content="">',
    ).structuredData;
    expect(metaTags.map(({ name, content }) => [name, content])).toEqual([
      ['description', 'A teapot'],
      ['og:title', 'T'],
      ['x', 'y'],
    ]);
  });
});

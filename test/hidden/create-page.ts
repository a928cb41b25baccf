import { createRandom } from '../support/random-operations.ts';

/** A generated page, in parts that can be left out one by one. */
export interface GeneratedPage {
  /** Rules and at-rules of one sheet each. */
  readonly sheets: readonly (readonly string[])[];
  /** Elements below the body. */
  readonly blocks: readonly string[];
}

/**
 * States of the page that rules have to be judged on: text stands in letters of one width, so that other letters take no other place,
 * and the body says what is behind it, as docs/internals/decisions/hidden-text.md asks.
 */
const frame = 'body{margin:8px;font:16px/20px monospace;color:#000;background:#fff}p,div{margin:0}';

export function toHtml({ sheets, blocks }: GeneratedPage): string {
  const styles = sheets.map((rules) => `<style>${rules.join('\n')}</style>`);
  return `<!doctype html><html><head><title>t</title><style>${frame}</style>${styles.join('')}</head><body>${blocks.join('')}</body></html>`;
}

/** The words whose visibility is judged: each stands once in the page. */
export const word = /\bw[a-z]{5}\b/g;

/** Returns the page of a seed. */
export function createHiddenPage(seed: number): GeneratedPage {
  return new PageMaker(createRandom(seed)).make();
}

/** Declarations by what they do; values are clearly on one side of what people can see. */
const hiding = [
  'display:none',
  'visibility:hidden',
  'visibility:collapse',
  'opacity:0',
  'opacity:.01',
  'font-size:0',
  'font-size:1px',
  'color:transparent',
  'color:#fff;background:#fff',
  'color:#fff',
  'color:rgb(255 255 255)',
  'color:hsl(0 0% 100%)',
  'color:oklch(1 0 0)',
  'color:color-mix(in srgb, white, #fff)',
  'background:currentcolor',
  'color:#123456;background:linear-gradient(#123456,#123456)',
  'transform:scale(0)',
  'transform:translateX(-9999px)',
  'scale:0',
  'translate:-9999px',
  'position:absolute;left:-9999px',
  'position:absolute;top:-9999px',
  'position:fixed;top:200vh',
  'position:fixed;left:100vw',
  'clip-path:inset(100%)',
  'clip-path:circle(0)',
  'clip-path:path("M0 0")',
  'filter:opacity(0)',
  'height:0;overflow:hidden',
  'max-height:0;overflow:clip',
  'width:0;overflow:hidden',
  'content-visibility:hidden',
  'text-indent:-9999px',
  'opacity:calc(1 - 1)',
  'opacity:env(x, 0)',
  'animation:away 0s forwards',
  'mask-image:linear-gradient(transparent,transparent)',
];
const showing = [
  'display:block',
  'display:flex',
  'display:inline-block',
  'visibility:visible',
  'opacity:1',
  'opacity:.6',
  'font-size:16px',
  'color:#000',
  'color:#036',
  'color:rgb(120 0 0)',
  'background:#eee',
  'background:linear-gradient(#fff,#ccc)',
  'transform:none',
  'transform:translateX(5px)',
  'scale:1',
  'margin-left:4px',
  'overflow:hidden',
  'position:relative',
  'clip-path:none',
  'filter:none',
  'text-indent:0',
  'height:auto',
  'padding:2px',
  'animation:none',
  'animation:come .1s both',
  'display:bogus',
  'opacity:none',
  'color:nothing',
];
const conditions = [
  ['@media screen', true],
  ['@media print', false],
  ['@media (min-width:600px)', true],
  ['@media (width < 600px)', false],
  ['@media not all', false],
  ['@media (400px <= width <= 4000px)', true],
  ['@media (hover:none)', false],
  ['@supports (display:grid)', true],
  ['@supports not (display:grid)', false],
  ['@supports (display:bogus)', false],
  ['@supports selector(:has(a))', true],
  ['@layer one', true],
  ['@layer two', true],
  ['@layer', true],
  ['@container (min-width:1px)', false],
] as const;
const classes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const tags = ['p', 'div', 'span', 'b', 'section'];

/** Whether HTML allows nothing but text and what stands within lines in an element. */
function isOfLine(tag: string): boolean {
  return tag === 'p' || tag === 'span' || tag === 'b';
}

class PageMaker {
  readonly #random: () => number;
  #words = 0;
  #own = 0;
  readonly #rules: string[] = [
    '@keyframes away{to{opacity:0}}',
    '@keyframes come{from{opacity:0}to{opacity:1}}',
    '@layer two,one;',
  ];

  constructor(random: () => number) {
    this.#random = random;
  }

  make(): GeneratedPage {
    const blocks = Array.from({ length: 8 }, () => this.#block(0));
    const count = 4 + this.#below(8);
    const rules = Array.from({ length: count }, () => this.#rule());
    // Layers are named before any rule.
    const all = [...this.#rules, ...rules];
    const cut = 3 + this.#below(all.length - 2);
    const second = all.slice(cut);
    const imported = `@import url("data:text/css,${encodeURIComponent(second.join(' '))}");`;
    return this.#chance(0.15)
      ? { sheets: [[imported, ...all.slice(3, cut), ...all.slice(0, 2)]], blocks }
      : { sheets: [all.slice(0, cut), second], blocks };
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  #word(): string {
    this.#words += 1;
    let left = this.#words;
    let letters = '';
    for (let place = 0; place < 5; place += 1) {
      letters += String.fromCodePoint(0x61 + (left % 26));
      left = Math.floor(left / 26);
    }
    return `w${letters}`;
  }

  #block(depth: number): string {
    if (depth === 0 && this.#chance(0.3)) return this.#special();
    const tag = depth === 0 ? this.#pick(['div', 'section', 'p']) : this.#pick(tags);
    const inner: string[] = [];
    if (this.#chance(0.8)) inner.push(this.#word());
    const children = depth >= 2 || tag === 'p' ? this.#below(2) : this.#below(3);
    for (let child = 0; child < children; child += 1)
      inner.push(isOfLine(tag) ? this.#inline() : this.#block(depth + 1));
    if (inner.length === 0) inner.push(this.#word());
    return `<${tag}${this.#attributes()}>${inner.join(' ')}</${tag}>`;
  }

  #inline(): string {
    const tag = this.#pick(['span', 'b', 'i']);
    return `<${tag}${this.#attributes()}>${this.#word()}</${tag}>`;
  }

  #attributes(): string {
    let text = '';
    if (this.#chance(0.7))
      text += ` class="${this.#pick(classes)}${this.#chance(0.4) ? ` ${this.#pick(classes)}` : ''}"`;
    if (this.#chance(0.15)) text += ` data-x="${this.#pick(['one', 'two', 'One two'])}"`;
    if (this.#chance(0.12)) {
      // A class of its own, so that the rule that hides it hides no other content.
      this.#own += 1;
      const own = `own${this.#own}`;
      text = text.includes('class="')
        ? text.replace('class="', `class="${own} `)
        : `${text} class="${own}"`;
      this.#rules.push(`.${own}{${this.#pick(hiding)}}`);
    }
    if (this.#chance(0.1)) text += ` style="${this.#inlineStyle()}"`;
    if (this.#chance(0.03)) text += ' hidden';
    return text;
  }

  #inlineStyle(): string {
    const declarations = this.#chance(0.5) ? this.#pick(hiding) : this.#pick(showing);
    const own = this.#chance(0.2) ? `;--v:${this.#pick(['none', 'block', '0', '1'])}` : '';
    return `${declarations}${own}`.replaceAll('"', '&quot;');
  }

  /** Arrangements by which text is unseen or seen only as they stand. */
  #special(): string {
    const [one, two] = [this.#word(), this.#word()];
    return this.#pick([
      `<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden">${one}</div></div><p>${two}</p>`,
      `<div style="display:grid;grid-template-rows:1fr"><div style="overflow:hidden">${one}</div></div><p>${two}</p>`,
      `<div style="height:20px;overflow:hidden"><p style="margin-top:50px">${one}</p></div><p>${two}</p>`,
      `<div style="height:20px;overflow:hidden"><p style="margin-top:-50px">${one}</p></div><p>${two}</p>`,
      `<div style="height:40px;overflow:hidden"><p style="margin-top:5px">${one}</p></div><p>${two}</p>`,
      `<div style="position:relative"><p>${one}</p><i style="position:absolute;inset:0;background:#fff"></i></div><p>${two}</p>`,
      `<div style="position:relative"><p style="position:relative;z-index:2">${one}</p><i style="position:absolute;inset:0;background:#fff"></i></div><p>${two}</p>`,
      `<div style="background:#fff"><p style="position:relative;z-index:-1">${one}</p>${two}</div>`,
      `<div style="background:#fff;isolation:isolate"><p style="position:relative;z-index:-1">${one}</p>${two}</div>`,
      `<div><template shadowrootmode="open"><b></b></template>${one}</div><p>${two}</p>`,
      `<div><template shadowrootmode="open"><slot name="s"></slot></template><b slot="s">${one}</b><i>${two}</i></div>`,
      `<div><b>${two}</b><svg width="0" height="0"><text y="15">${one}</text></svg></div>`,
      `<div><b>${two}</b><svg width="200" height="20"><text y="15">${one}</text></svg></div>`,
      `<div><b>${two}</b><svg width="200" height="20"><foreignObject width="0" height="0"><p>${one}</p></foreignObject></svg></div>`,
      `<div hidden="until-found">${one}</div><p>${two}</p>`,
      `<ruby>${two}<rp>${one}</rp></ruby>`,
      `<dialog>${one}</dialog><p>${two}</p>`,
      `<div popover>${one}</div><p>${two}</p>`,
      `<div style="visibility:hidden">${one}<b style="visibility:visible">${two}</b></div>`,
      `<div style="font-size:0">${one}<b style="font-size:16px">${two}</b></div>`,
      `<div style="color:#fff">${one}<b style="color:#000">${two}</b></div>`,
      `<div style="background:#000">${one}<b style="color:#fff">${two}</b></div>`,
      `<div style="--v:none"><b style="display:var(--v)">${one}</b></div><p style="display:var(--v,block)">${two}</p>`,
    ]);
  }

  #rule(): string {
    const declarations = [this.#pick(showing)];
    if (this.#chance(0.35)) declarations.push(this.#pick(hiding));
    const isImportant = this.#chance(0.1);
    const text = declarations
      .join(';')
      .split(';')
      .map((each) => (isImportant ? `${each}!important` : each))
      .join(';');
    if (this.#chance(0.1)) return `.${this.#pick(classes)}{--v:${this.#pick(['none', 'block'])}}`;
    if (this.#chance(0.1)) return `${this.#compound()}{display:var(--v)}`;
    if (this.#chance(0.1))
      return `.${this.#pick(classes)}{${this.#pick(['& ', '> ', '&', ''])}.${this.#pick(classes)}{${text}}}`;
    const rule = `${this.#selector()}{${text}}`;
    if (!this.#chance(0.3)) return rule;
    const [condition] = this.#pick(conditions);
    return `${condition}{${rule}}`;
  }

  #selector(): string {
    const parts = [this.#compound()];
    while (this.#chance(0.35))
      parts.unshift(this.#compound() + this.#pick([' ', ' > ', ' + ', ' ~ ']));
    const selector = parts.join('');
    return this.#chance(0.15) ? `${selector}, ${this.#compound()}` : selector;
  }

  #compound(): string {
    const name = `.${this.#pick(classes)}`;
    const other = `.${this.#pick(classes)}`;
    return this.#pick([
      name,
      name,
      name,
      `${name}${other}`,
      `${this.#pick(tags)}${name}`,
      `${name}:not(${other})`,
      `:is(${name}, ${other}, :bogus)`,
      `:where(${name})${other}`,
      `${name}:has(${other})`,
      `${name}:has(> ${this.#pick(tags)})`,
      `${name}:first-child`,
      `${name}:nth-child(${this.#pick(['2n', 'odd', '2', '-n+2', 'n+3'])})`,
      `:nth-child(${this.#pick(['1', '2', 'even', '-n+1'])} of ${name})`,
      `:nth-last-child(1 of ${name}, ${other})`,
      `${this.#pick(tags)}:nth-of-type(2)${name}`,
      `${name}:only-child`,
      `${name}:hover`,
      `${name}:empty`,
      `[data-x=${this.#pick(['one', '1', '"One two"', '"one two" i'])}]`,
      `[data-x~=two]${name}`,
      `[class^=""]`,
      `${name}::before`,
      `${name}:bogus`,
      `${this.#pick(tags)} < ${name}`,
    ]);
  }
}

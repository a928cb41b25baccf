import { describe, expect, test } from 'vitest';
import { choose, noSigns, text, toPage } from '../../../test/support/choose-blocks.ts';
import { pageKinds } from './features/page-features.ts';

const toPosts = (below: (day: number) => string): string =>
  toPage([1, 2, 3].map((day) => `<div><p>Day ${day}: ${text}</p>${below(day)}</div>`).join(''));

describe('signatures below posts', () => {
  const motto = `Slow is smooth: ${text}`;
  const toLine = (name: string, day: number): string =>
    `<div><div class="${name} small">${day}: ${motto}</div></div>`;

  test.each(['signature', 'message-signature', 'signaturecontainer'])(
    'are left out: %s',
    (name) => {
      const kept = choose(toPosts((day) => toLine(name, day)));
      expect(kept).toContain(`Day 2: ${text}`);
      expect(kept).not.toContain(`2: ${motto}`);
    },
  );

  test('are told from who wrote it, from a single one, and from what a text follows', () => {
    const line = `2: ${motto}`;
    expect(choose(toPosts((day) => toLine('post-signature', day)))).toContain(line);
    expect(choose(toPosts((day) => (day === 2 ? toLine('signature', day) : '')))).toContain(line);
    expect(
      choose(toPosts((day) => `${toLine('signature', day)}<p>On ${day}: ${text}</p>`)),
    ).toContain(line);
  });
});

const writers = ['Ann', 'Bo', 'Cid'];
const postTexts = writers.map((name) => `${name} says: ${text}`);

/** Posts of these writers; the line of each is unlikely to be content. */
function toThread(toLine: (name: string, day: number) => string): string {
  const posts = writers.map(
    (name, at) => `<article>${toLine(name, at + 1)}<p>${name} says: ${text}</p></article>`,
  );
  return `<main><h1>Paint</h1>${posts.join('')}</main>`;
}

function toMember(name: string, day: number): string {
  return `${toName(name)}<div class="user">1,43${day} posts out · Joined May 2022</div>`;
}

function toName(name: string): string {
  return `<div><a class="username" href="/m">${name} out</a></div>`;
}

function toDate(day: number): string {
  return `<div><time>May ${day} out</time></div>`;
}

function toProfile(name: string, day: number): string {
  return `${toName(name)}<dl><dd>Joined: out May ${day}, 2012</dd><dd>${day}0 out posts</dd></dl>${toDate(day)}`;
}

function toLinkedName(name: string, day: number): string {
  return `<div><a href="/users/${name}">${name}</a> out, May ${day} 2024</div><b itemprop=author>${name} out</b>`;
}

describe('who wrote the posts of a discussion, and when,', () => {
  test('stays with them, and what else is told of a writer goes', () => {
    expect(choose(toThread(toProfile))).toEqual([
      'Paint',
      ...writers.flatMap((name, at) => [`${name} out`, `May ${at + 1} out`, postTexts[at] ?? '']),
    ]);
  });

  test('stays in one line, by the name of a property or by an address', () => {
    const kept = choose(toThread(toLinkedName));
    expect(kept).toContain('Bo out, May 2 2024');
    expect(kept).not.toContain('Bo out');
    expect(choose(toThread((name) => `<p itemprop=author>${name} out</p>`))).toContain('Bo out');
  });

  test('is not when who wrote them joined', () => {
    const kept = choose(toThread(toMember));
    expect(kept).toContain('Bo out');
    expect(kept.join(' ')).not.toContain('Joined');
  });

  test('stays where it is a row above the text', () => {
    const rows = writers.map(
      (name, at) =>
        `<tr><td class="head"><a class="user">${name} out</a></td></tr><tr><td>${postTexts[at] ?? ''}</td></tr>`,
    );
    const kept = choose(`<main><table><tbody>${rows.join('')}</tbody></table></main>`);
    expect(kept).toEqual(writers.flatMap((name, at) => [`${name} out`, postTexts[at] ?? '']));
  });

  test.each([
    ['dates without names', (_name: string, day: number) => toDate(day)],
    ['buttons', () => '<p class="user-menu">Sign out</p>'],
    ['names in quotes', (name: string) => `<blockquote>${toName(name)}</blockquote>`],
    ['one of them alone', (name: string) => (name === 'Bo' ? toName(name) : '')],
  ])('is told from %s', (_title, toLine) => {
    expect(choose(toThread(toLine))).toEqual(['Paint', ...postTexts]);
  });

  test('goes with the comments of an article', () => {
    const signs = { ...noSigns, kind: pageKinds.article };
    expect(choose(toThread(toName), signs)).not.toContain('Bo out');
  });

  test('is not who wrote what a list leads to, by titles or by whole teasers that are links', () => {
    const titled = choose(
      toThread((name) => `<h2><a href="/p">By ${name}</a></h2>${toName(name)}`),
    );
    expect(titled).toContain('By Bo');
    expect(titled).not.toContain('Bo out');
    const linked = toThread(toName).replaceAll(/<p>([^<]+)<\/p>/g, '<a href="/p">$1</a>');
    expect(choose(linked)).toEqual(['Paint', ...postTexts]);
  });

  test.each([
    ['its kind', { ...noSigns, kind: pageKinds.product }],
    ['its data', { ...noSigns, data: 2 }],
  ])('is not who reviewed a product, which a page says by %s', (_title, signs) => {
    expect(choose(toThread(toName), signs)).toEqual(['Paint', ...postTexts]);
    expect(choose(toThread(toName), { ...signs, isForum: true })).toContain('Bo out');
  });
});

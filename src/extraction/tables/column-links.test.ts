import { expect, test } from 'vitest';
import { furniture, names, readFurniture, text } from '../../../test/support/extract-list.ts';

test.each([
  ['about:blank', '/p/', '/p/'],
  ['about:blank', 'p/', 'p/'],
  ['about:blank', '?id=', '?id='],
  ['about:blank', 'https://else.example/', 'https://else.example/'],
  ['https://lists.example/shop/', 'p/', 'https://lists.example/shop/p/'],
])('on %s a link to %s is the address of its card', (url, link, address) => {
  const html = furniture((_, at) => `<a href="${link}${at}">more</a>`);
  expect(readFurniture(html, { name: text, url: text }, url)).toEqual(
    names.map((name, at) => ({ name, url: `${address}${at}` })),
  );
});

test('what leads nowhere is no address', () => {
  for (const link of ['#', 'javascript:void(0)', 'mailto:a@lists.example']) {
    const html = furniture(() => `<a href="${link}">more</a>`);
    const found = readFurniture(html, { name: text, url: text }, 'about:blank');
    expect(found).toEqual(names.map((name) => ({ name })));
  }
});

test('the first link of a list below a heading is not the address of the heading', () => {
  const letters: readonly (readonly [string, readonly string[]])[] = [
    ['A', ['Apple', 'Ant']],
    ['B', ['Bee']],
    ['C', ['Cat', 'Cow', 'Crow']],
  ];
  const html = letters
    .map(([letter, all]) => {
      const items = all.map((name) => `<li><a href="/${name}">${name}</a></li>`);
      return `<h2>${letter}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
  expect(readFurniture(html, { name: text, url: text })).toEqual(
    letters.flatMap(([, all]) =>
      all.map((name) => ({ name, url: `https://lists.example/${name}` })),
    ),
  );
});

const posts = (toAuthor: (name: string) => string, toText: (name: string) => string): unknown => {
  const authors = ['Oak9', 'pine', 'Ash', 'elm_x'];
  const html = authors.map((name) => `<article>${toAuthor(name)}${toText(name)}</article>`);
  return readFurniture(html.join(''), { author: text, text });
};

const posted = ['Oak9', 'pine', 'Ash', 'elm_x'].map((author) => ({
  author,
  text: `I am ${author} and I like bees.`,
}));

test('the text of a post is a sentence in its body, not the rank of who wrote the message', () => {
  const found = posts(
    (name) => `<h4><a class="username">${name}</a></h4><h5 class="message-rank">Old member</h5>`,
    (name) =>
      `<div class="message-body"><div class="inner">I am ${name} and I like bees.</div></div>`,
  );
  expect(found).toEqual(posted);
});

test('a name in what is called the author is the name of the author', () => {
  const found = posts(
    (name) => `<div class="author"><a><i class="name">${name}</i></a></div>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

const number = { type: 'number' };
const priced = { name: text, price: number, url: text };

test('a link that all records have, and one to a picture, are not those of the records', () => {
  for (const link of [() => '/finance', (at: number) => `/pictures/${at}.webp?w=900`]) {
    const html = furniture((_, at) => `<p>$${at + 3}.50</p><a href="${link(at)}">Read on here</a>`);
    expect(readFurniture(html, priced)).toEqual(
      names.map((name, at) => ({ name, price: at + 3.5 })),
    );
  }
});

test('the first of many linked tags is not where a record leads', () => {
  const tags = ['new', 'old', 'tall', 'low', 'wide'].map(
    (tag) => `<a href="/tags/${tag}">${tag}</a>`,
  );
  const html = furniture((name) => `<p>A fine ${name} for all of you.</p><p>${tags.join(' ')}</p>`);
  expect(readFurniture(html, { name: text, description: text, url: text })).toEqual(
    names.map((name) => ({ name, description: `A fine ${name} for all of you.` })),
  );
});

test('a text of several parts is linked where it stands in the link of its card', () => {
  const list = `<div>${names.map(linkedCard).join('')}</div>`;
  const found = readFurniture(list, { name: text, summary: text, url: text });
  expect(found).toMatchObject(names.map((_, at) => ({ url: `https://lists.example/p/${at}` })));
});

function linkedCard(name: string, at: number): string {
  return `<a class="card" href="/p/${at}"><i>${at + 1}</i><div><span>Made by ${'ABCD'[at]}</span><br>${name}</div></a>`;
}

test('the author of a post is who has a page at the site, not the rank beside the name', () => {
  const found = posts(
    (name) =>
      `<div class="author-pane"><h3><a href="/profile/7-${name}/">${name}</a></h3><p>Old member<p><a href="/profile/7-${name}/posts">12</a></div>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('names that some posts colour are authors as the others are', () => {
  const found = posts(
    (name) => {
      const inner = name === 'Ash' ? `<b class="gold">${name}</b>` : name;
      return `<h3><a href="member.php?u=${name.length}">${inner}</a></h3>`;
    },
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('who edited an answer is not its author where microdata marks the author', () => {
  const found = posts(
    (name) =>
      (name === 'pine' ? '' : '<p><a href="/users/1/editor">Editor</a>') +
      `<p itemprop="author"><a href="/users/7/${name}">${name}</a>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('what a post quotes is not its text, and who is quoted not its author', () => {
  const found = posts(
    (name) =>
      `<h3><a href="/u/${name}">${name}</a></h3><blockquote><cite>Elm said:</cite><p>I like wasps.</blockquote>`,
    (name) => `<p>I am ${name} and I like bees.</p><p class="signature">Ash to ash.</p>`,
  );
  expect(found).toEqual(posted);
});

test('neither a date nor a rank that most posts share names what follows', () => {
  const names = ['Oak9', 'pine', 'Ash', 'elm_x', 'yew'];
  const html = names.map(
    (name, at) =>
      `<article><section><h3><a href="/u/${name}">${name}</a></h3><div><p>${at === 1 ? '' : 'Gold'}</p></div></section>` +
      `<div><div><header><ul><li><time>1 day ago</time></ul></header><div><p>${at === 2 ? '<i>Edited.</i>' : ''}</p></div></div>` +
      `<div class="body"><div>I am ${name} and I like bees.</div></div></div></article>`,
  );
  const found = readFurniture(html.join(''), { author: text, date: text, text });
  expect(found).toEqual(
    names.map((author) => ({
      author,
      date: '1 day ago',
      text: `I am ${author} and I like bees.`,
    })),
  );
});

test('texts that share one link are not the names of users', () => {
  const items = ['Oak', 'Elm', 'Ash', 'Yew'].map(
    (name, at) => `<li><h3>${name} street</h3><i>part ${at + 1}</i></li>`,
  );
  const html = `<a href="/find?author=any"><ul>${items.join('')}</ul></a>`;
  expect(readFurniture(html, { name: text, author: text })).toEqual(
    ['Oak', 'Elm', 'Ash', 'Yew'].map((name) => ({ name: `${name} street` })),
  );
});

test('what each record can be answered with is not who wrote it, though one of them is called by its author', () => {
  const found = posts(
    (name) =>
      `<div class="post${name === 'Ash' ? ' post-author-joe' : ''}"><strong>${name}</strong> <a href="#r${name}">Reply</a>`,
    (name) => `<p>I am ${name} and I like bees.</p></div>`,
  );
  expect(found).toEqual(posted);
});

test('a name in the card of its author is the name, whatever its link is called', () => {
  const found = posts(
    (name) => `<b class="fn"><a class="url" href="https://${name}.example/">${name}</a></b>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('whom a text mentions has not written it, and is a part of the text', () => {
  const found = posts(
    (name) => `<i class="author">${name}</i>`,
    (name) =>
      `<div class="body"><a href="/u/to-${name}">@to-${name}</a> I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(
    posted.map(({ author, text }) => ({ author, text: `@to-${author} ${text}` })),
  );
});

test('a line that holds the link to a user and a day is not the name of the user', () => {
  const found = posts(
    (name) => `<div class="sig">posted <i>May 2, 2024</i> <a href="/u/${name}">${name}</a></div>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('a link in a sentence is not the address of a record that has another one', () => {
  const html = furniture(
    (name, at) =>
      `<p>What <a href="/of/${at}">others say</a> of the ${name} is told here.</p><a href="/p/${at}">Full story</a>`,
  );
  expect(readFurniture(html, { name: text, url: text })).toEqual(
    names.map((name, at) => ({ name, url: `https://lists.example/p/${at}` })),
  );
});

test('the author of all cards is one, where each card is a link as a whole', () => {
  const html = names.map(
    (name, at) =>
      `<a class="card" href="/p/${at}"><h3>${name}</h3><i class="author">Joe</i><p>On wood.</p></a>`,
  );
  expect(readFurniture(`<div>${html.join('')}</div>`, { name: text, author: text })).toEqual(
    names.map((name) => ({ name, author: 'Joe' })),
  );
});

const readBold = (called: string): unknown =>
  readFurniture(
    names
      .map(
        (name, at) =>
          `<div class="${called}"><strong>${name}</strong> <time>May ${at + 1}, 2024</time><p>I like ${name} more than bees.</p></div>`,
      )
      .join(''),
    { author: text, date: text, text },
  );

test('a name in bold in a comment is that of who wrote it, and in anything else it may be any name', () => {
  const said = names.map((name, at) => ({
    date: `May ${at + 1}, 2024`,
    text: `I like ${name} more than bees.`,
  }));
  expect(readBold('comment')).toEqual(said.map((row, at) => ({ author: names[at], ...row })));
  expect(readBold('card')).toEqual(said);
});

test('a line that holds the link to a user is not the name of the user', () => {
  const html = furniture(
    (_, at) =>
      `<p class="subtext"><span>${at + 5} points</span> by <a href="/user/u${at}">u${at}</a> <a href="/i/${at}">${at + 2} hours ago</a></p>`,
  );
  expect(readFurniture(html, { name: text, author: text })).toEqual(
    names.map((name) => ({ name })),
  );
});

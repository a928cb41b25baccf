import { describe, expect, test } from 'vitest';
import { choose, noSigns, text, toPage } from '../../../test/support/choose-blocks.ts';
import { pageKinds, type PageFeatures } from './features/page-features.ts';

function toTable(rows: readonly (readonly string[])[], attributes = ''): string {
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('');
  return `<table${attributes}>${body}</table>`;
}

describe('a table of data', () => {
  const rows = [
    ['Port', 'Date out', 'Vessel'],
    ['Oban', '3 May out', 'Lord of the Isles'],
    ['Mallaig', '4 May out', 'Coruisk'],
    ['Ullapool', '6 May out', 'Loch Seaforth'],
  ];

  test('is kept with all its columns, the unlikely ones too', () => {
    expect(choose(`<main><p>${text}</p>${toTable(rows)}</main>`)).toEqual([text, ...rows.flat()]);
  });

  test('is removed with all its columns where most of it is unlikely', () => {
    const others = rows.map(([port = '', date = '', vessel = '']) => [`${port} out`, date, vessel]);
    expect(choose(`<main><p>${text}</p></main>${toTable(others)}`)).toEqual([text]);
  });

  test('keeps cells that say the same, and is removed whole where it comes again', () => {
    const note = 'Sails in fair weather alone, so call the office on the day before';
    const equal = [
      ['Oban', note],
      ['Mallaig', note],
    ];
    const page = `<main><p>${text}</p>${toTable(equal)}<div>${toTable(equal)}</div></main>`;
    expect(choose(page)).toEqual([text, ...equal.flat()]);
  });
});

function toClosed(inner: string): string {
  return `<div class="pane" style="display:none">${inner}</div>`;
}

describe('a table in a part that is closed', () => {
  const table = toTable([
    ['Port out', 'Date out'],
    ['Oban out', '3 May out'],
  ]);
  const cells = ['Port out', 'Date out', 'Oban out', '3 May out'];
  test('is kept with the text beside it, and goes with it', () => {
    const later = `<p>Later: ${text}</p>`;
    expect(choose(`<main><p>${text}</p>${toClosed(later + table)}</main>`)).toEqual([
      text,
      `Later: ${text}`,
      ...cells,
    ]);
    expect(choose(`<main><p>${text}</p>${toClosed(`<p>out ${text}</p>${table}`)}</main>`)).toEqual([
      text,
    ]);
  });

  test('is kept with the first of the panes where it is all of its own', () => {
    const pane = `<div class="pane"><p>${text}</p></div>`;
    expect(choose(`<main>${pane}${toClosed(table)}</main>`)).toEqual([text, ...cells]);
    expect(choose(`<main><p>${text}</p>${toClosed(table)}</main>`)).toEqual([text]);
  });
});

describe('a label of other pages', () => {
  const links = '<ul><li><a href="/1">Going out</a></li><li><a href="/2">Sold out</a></li></ul>';

  test.each(['You may also like:', 'Related', 'More from the coast'])(
    'goes where these are left out: %s',
    (label) => {
      expect(choose(`<main><p>${text}</p><p>${label}</p>${links}</main>`)).toEqual([text]);
    },
  );

  test.each([
    'Similar walls cost less.',
    'More information',
    'Related: <a href="/w">the walls</a>',
  ])('is not what says more: %s', (line) => {
    expect(choose(`<main><p>${text}</p><p>${line}</p>${links}</main>`)).toHaveLength(2);
  });

  test('stays above what is kept', () => {
    expect(choose(`<main><p>Related</p><p>${text}</p></main>`)).toEqual(['Related', text]);
  });
});

test('a term is kept with its meaning, and goes with it or where it is for screen readers alone', () => {
  const list = `<dl><dt>Pier out</dt><dd>${text}</dd><dt>Quay</dt><dd>out</dd><dt>Slip out</dt></dl>`;
  const kept = choose(`<main><p>Later: ${text}</p>${list}</main>`);
  expect(kept).toContain('Pier out');
  expect(kept).not.toContain('Slip out');
  const spoken = list.replace('<dt>', '<dt class="sr-only">');
  expect(choose(`<main><p>Later: ${text}</p>${spoken}</main>`)).not.toContain('Pier out');
});

test('a question that opens an answer is kept with it, and goes with it', () => {
  const answers = `<details><summary>Pier out</summary><p>${text}</p></details><details><summary>Slip out</summary><p>Fog out</p></details>`;
  const kept = choose(`<main><p>Later: ${text}</p>${answers}</main>`);
  expect(kept).toContain('Pier out');
  expect(kept).not.toContain('Slip out');
  const buttons = answers.replace('Slip', 'Pier').replace('Fog out', `Fog: ${text}`);
  expect(choose(`<main><p>Later: ${text}</p>${buttons}</main>`)).not.toContain('Pier out');
});

/** The chosen texts of a page with a note between two paragraphs, or as its end. */
function chooseNote(note: string, after = `<p>After: ${text}</p>`): readonly string[] {
  return choose(
    `<main><p>${text}</p><div><p class="title">Tip out</p>${note}</div>${after}</main>`,
  );
}

test('the title of a note is kept with all of it, within a text', () => {
  const note = `<p>Note: ${text}</p>`;
  expect(chooseNote(note)).toEqual([text, 'Tip out', `Note: ${text}`, `After: ${text}`]);
  expect(chooseNote(`${note}<p>Sold out</p>`)).not.toContain('Tip out');
  expect(chooseNote('<p>Sit down</p>')).not.toContain('Tip out');
  expect(chooseNote(note, '')).not.toContain('Tip out');
});

/** The chosen texts of an article with a heading between two paragraphs. */
function chooseHeaded(heading: string): readonly string[] {
  return choose(`<main><p>${text}</p><h2>${heading}</h2><p>Later: ${text}</p></main>`, {
    ...noSigns,
    kind: pageKinds.article,
  });
}

describe('a heading', () => {
  test('goes with its text', () => {
    const page = `<main><h1>Ferries</h1><p>${text}</p><h2>Deals</h2><p>out ${text}</p></main>`;
    expect(choose(page)).toEqual(['Ferries', text]);
  });

  test('goes with all its subsections', () => {
    const page = `<main><p>${text}</p><h2>Deals</h2><h3>Spring</h3><p>out ${text}</p><h3>Autumn</h3><p>out: ${text}</p></main>`;
    expect(choose(page)).toEqual([text]);
  });

  test('gets its text back where both together are likely', () => {
    const heading = 'What the ferry to the far islands costs for people who live on one of them';
    const page = `<main><p>${text}</p><h2>${heading}</h2><p>Sold out</p></main>`;
    expect(choose(page)).toEqual([text, heading, 'Sold out']);
  });

  test('stays where a subsection stays, as the title of the page, and where nothing stands below it', () => {
    const page = `<main><h1>Ferries</h1><h2>Where the ferries go in summer and in winter</h2><p>out ${text}</p><h3>North</h3><p>${text}</p></main><div><h2>The end</h2></div>`;
    expect(choose(page)).toEqual([
      'Ferries',
      'Where the ferries go in summer and in winter',
      'North',
      text,
      'The end',
    ]);
    expect(choose(`<div><h1>Ferries</h1><p>out ${text}</p></div><p>${text}</p>`)).toEqual([
      'Ferries',
      text,
    ]);
  });

  test('stays between two parts of a text that stay', () => {
    const heading = 'How we sail out to the far islands of the west';
    const label = 'Related: how to sail out and home again';
    expect(chooseHeaded(heading)).toContain(heading);
    expect(chooseHeaded(label)).not.toContain(label);
  });

  test('stays above its text where a table of contents says it, too', () => {
    const heading = 'Where the ferries go in summer and in winter';
    const contents = `<ul><li><a href="#where">${heading}</a></li></ul>`;
    const page = `<main>${contents}<div><h2 id="where">${heading}</h2><p>${text}</p></div></main>`;
    expect(choose(page, { ...noSigns, kind: pageKinds.article })).toEqual([heading, heading, text]);
  });

  describe('of what is kept whole', () => {
    const items = '<ul><li>Two cups of flour</li><li>One spoon of salt</li><li>Some oil</li></ul>';
    const listed = (
      heading: string,
      list = items,
      kind: PageFeatures['kind'] = pageKinds.unstated,
    ): readonly string[] =>
      choose(`<main><p>${text}</p><div><h3>${heading}</h3>${list}</div></main>`, {
        ...noSigns,
        kind,
      });

    test.each([pageKinds.unstated, pageKinds.article])('stays on a page of kind %s', (kind) => {
      expect(listed('Measured out', items, kind)).toContain('Measured out');
    });

    test('stays where most of it is a link, but not in an article, where it is the title of another', () => {
      const link = '<a href="/out">Measured out</a> now';
      expect(listed(link, items, pageKinds.product)).toContain('Measured out now');
      expect(listed(link, items, pageKinds.article)).not.toContain('Measured out now');
    });

    test('goes where it announces other pages, and where some of its text goes', () => {
      expect(listed('Related: going out')).not.toContain('Related: going out');
      expect(listed('Measured out', `${items}<p>Sold out</p>`)).not.toContain('Measured out');
    });
  });

  test('that is a link is an entry of a list, and stays by itself', () => {
    const page = `<main><p>${text}</p><div><h3><a href="/1">Ferries to the islands</a></h3><p>out ${text}</p></div></main>`;
    expect(choose(page)).toContain('Ferries to the islands');
  });
});

describe('links that a text goes on behind', () => {
  const links =
    '<ul><li><a href="/1.pdf">Hand out</a></li><li><a href="/2.pdf">Way out</a></li></ul>';
  const between = (
    label: string,
    list = links,
    more = `<p>Later: ${text}</p>`,
  ): readonly string[] => choose(`<main><p>${text}</p>${label}${list}${more}</main>`);

  test.each(['<p>The drawings:</p>', '<h2>All the drawings of the ferries</h2>'])(
    'are kept below %s',
    (label) => {
      expect(between(label)).toEqual(expect.arrayContaining(['Hand out', 'Way out']));
    },
  );

  test('are not kept where they are other pages, the page itself or the end', () => {
    expect(between('<p>Read more:</p>')).not.toContain('Hand out');
    expect(between('<p>The drawings:</p>', links.replaceAll('/', '#'))).not.toContain('Hand out');
    expect(between('<p>The drawings:</p>', links, '')).not.toContain('Hand out');
  });
});

describe('comments', () => {
  const story = Array.from({ length: 14 }, (_, day) => `<p>Day ${day}: ${text}</p>`).join('');
  const remark = `I took it in May: ${text}`;
  const thread = `<section id="comments"><h2>Two replies</h2><p>${remark}</p></section>`;
  const article: PageFeatures = { ...noSigns, kind: pageKinds.article };

  test('on what says it is an article are removed', () => {
    expect(choose(toPage(story + thread), article)).not.toContain(remark);
    expect(choose(toPage(story + thread), { ...noSigns, data: 1 })).not.toContain(remark);
  });

  test('are kept on a page that says nothing, or that it is a discussion', () => {
    expect(choose(toPage(story + thread))).toContain(remark);
    expect(choose(toPage(story + thread), { ...article, data: 4 })).toContain(remark);
    expect(choose(toPage(story + thread), { ...article, isForum: true })).toContain(remark);
  });

  test('are kept where there is no text that they follow on, only other comments', () => {
    const posts = Array.from(
      { length: 14 },
      (_, day) => `<div class="comment"><p>Day ${day}: ${text}</p></div>`,
    ).join('');
    expect(choose(toPage(`<p>${text}</p>${posts}`), article)).toContain(`Day 13: ${text}`);
  });

  test.each([
    ['behind it', (note: string) => `<article>${note}</article>${thread}`],
    ['in it', (note: string) => `<article>${note}${thread}</article>`],
  ])('%s do not stand in the place of a short article', (_, toBody) => {
    const page = toBody('<h1>Ferries</h1><p>All out today.</p>');
    expect(choose(page)).toEqual(['Ferries', 'All out today.', 'Two replies', remark]);
  });

  test('in code are not meant', () => {
    const code = `<pre class="comment">// ${remark}</pre>`;
    expect(choose(toPage(story + code), article)).toContain(`// ${remark}`);
  });

  test('are told from an element around all of it that is named after them', () => {
    const open = `<div class="post comments-open">${story}${thread}</div>`;
    const chosen = choose(toPage(open), article);
    expect(chosen).toContain(`Day 13: ${text}`);
    expect(chosen).not.toContain(remark);
  });
});

const toFigure = (line: string, shown = '<a href="/l.jpg"><img src="/q.jpg" alt=""></a>'): string =>
  toPage(
    `<p>${text}</p><p>Then: ${text}</p><figure>${shown}<figcaption>${line}</figcaption></figure>`,
  );

describe('the caption of a picture', () => {
  const article: PageFeatures = { ...noSigns, kind: pageKinds.article };
  const caption = `The quay at noon: ${text}`;

  test('is no part of what says it is an article', () => {
    const kept = choose(toFigure(caption), article);
    expect(kept).toContain(`Then: ${text}`);
    expect(kept).not.toContain(caption);
    expect(choose(toFigure(caption))).toContain(caption);
  });

  test('is kept where the text refers to it by number, and where there is no text', () => {
    const counted = `Figure 2. ${caption}`;
    expect(choose(toFigure(counted), article)).toContain(counted);
    const alone = `<main><figure><img src="/q.jpg"><figcaption>${caption}</figcaption></figure></main>`;
    expect(choose(alone, article)).toContain(caption);
  });

  test.each(['', '<table><tr><td>1</td><td>2</td></tr></table>', `<p>${text} And on.</p>`])(
    'is meant alone, not what stands below other things: %s',
    (shown) => {
      expect(choose(toFigure(caption, shown), article)).toContain(caption);
    },
  );
});

describe('a text that comes again', () => {
  const refrain = 'Row the boat around the rock, boys, row the boat around again.';

  test('stays in the same flow, in one element or in stanzas', () => {
    const verses = `<p>${refrain}</p><p>${text}</p><p>${refrain}</p>`;
    expect(choose(`<main>${verses}</main>`)).toEqual([refrain, text, refrain]);
    const stanza = `<div class="stanza"><p>${refrain}</p></div>`;
    expect(choose(`<main>${stanza}<p>${text}</p>${stanza}</main>`)).toEqual([
      refrain,
      text,
      refrain,
    ]);
    const lines = `<div>${refrain}<br><br>${text}<br><br>${refrain}</div>`;
    expect(choose(`<main>${lines}</main>`)).toEqual([refrain, text, refrain]);
  });

  test('goes in a part for other screens', () => {
    const parts = `<div class="wide"><p>${refrain}</p></div><div class="small"><p>${refrain}</p></div>`;
    expect(choose(`<main><p>${text}</p>${parts}</main>`)).toEqual([text, refrain]);
  });

  test('stays where it is shown, and goes where it is hidden', () => {
    const hidden = `<div id="tab" style="display:none"><p>${refrain}</p></div>`;
    const page = `<main>${hidden}<p>${text}</p><p>${refrain}</p></main>`;
    expect(choose(page)).toEqual([text, refrain]);
  });
});

describe('a footer', () => {
  const refrain =
    'Boats to the far rocks sail on three days of the week, and carry ten people each.';
  const legal =
    'All journeys are subject to the conditions of carriage, which hang in every harbour.';

  test.each([
    `<main><p>${text}</p></main><footer><p>${legal}</p></footer>`,
    `<p>${text}</p><div><div role="contentinfo"><h2>Notes</h2><ul><li>${legal}</li></ul></div></div>`,
    `<footer><p>${legal}</p></footer><div><p>${text}</p></div>`,
  ])('of the page is left out: %s', (page) => {
    expect(choose(page.replace(text, `${text}</p><p>${refrain}`))).toEqual([text, refrain]);
  });

  test.each([
    `<main><p>${text}</p><blockquote><p>${refrain}</p><footer>${legal}</footer></blockquote></main>`,
    `<div><p>${text}</p><blockquote><p>${refrain}</p><footer>${legal}</footer></blockquote></div>`,
    `<article><p>${text}</p><p>${refrain}</p><footer><p>${legal}</p></footer></article>`,
    `<div role="contentinfo"><main><p>${text}</p><p>${refrain}</p><p>${legal}</p></main></div>`,
  ])('of a part of it, or around its text, stays: %s', (page) => {
    expect(choose(page)).toEqual([text, refrain, legal]);
  });

  test('stays where the page shows nothing else', () => {
    expect(choose(`<div><p>Ferries</p></div><footer><p>${legal}</p></footer>`)).toContain(legal);
  });
});

describe('a hidden text', () => {
  const secret = 'The crew has been told to say nothing of it to anyone.';

  test('goes where nothing can show it', () => {
    for (const attributes of ['hidden', 'style="visibility: hidden"', 'style="display:none"']) {
      const page = `<main><p>${text}</p><div ${attributes}><p>${secret}</p></div></main>`;
      expect(choose(page)).toEqual([text]);
    }
  });

  test('stays where a control can show it', () => {
    const page = `<main><p>${text}</p><div id="more" hidden><p>${secret}</p></div></main>`;
    expect(choose(page)).toEqual([text, secret]);
  });
});

describe('a heading with something beside it', () => {
  for (const beside of [
    '<span>[<a href="/e">out</a>]</span>',
    '<button>out</button>',
    '<div>3 May, out</div>',
  ]) {
    test(`stays with its text: ${beside}`, () => {
      const line = `<div><h2>Ferries</h2>${beside}</div>`;
      expect(choose(`<main><h1>Ports</h1>${line}<p>${text}</p></main>`)).toEqual([
        'Ports',
        'Ferries',
        text,
      ]);
    });
  }

  test('goes where the text below it goes', () => {
    const line = '<div><h2>Ferries</h2><button>out</button></div>';
    const page = `<main><p>${text}</p>${line}<p>out ${text}</p></main>`;
    expect(choose(page)).toEqual([text]);
  });
});

describe('what stands around a text', () => {
  const post = `<h4><a href="/a">The ferry out of Oban</a></h4><p>${text}</p>`;
  const body = `<h1>Ports</h1><p>${text}</p><p>The pier has been closed since the last storm of the year.</p>`;
  const kept = ['Ports', text, 'The pier has been closed since the last storm of the year.'];
  const other = 'The harbour master has moved his office to the end of the pier.';

  test('goes after its end: a side, and posts without their titles with the notice below them', () => {
    const side = `<aside class="sidebar"><p>${other}</p></aside>`;
    expect(choose(`<main>${body}${side}</main>`)).toEqual(kept);
    const related = `<div class="related"><h4><a href="/a">Oban out</a></h4><p>${other}</p></div>`;
    const notice = `<div class="legal"><p>${other}</p></div>`;
    expect(choose(`<main>${body}${related}${notice}</main>`)).toEqual(kept);
    expect(choose(`<main>${body}${notice}</main>`)).toEqual([...kept, other]);
  });

  const others = (label: string, count: number): string => {
    const entry = `<h4><a href="/a">The ferry of Oban</a></h4><p>${other}</p>`;
    return `<div class="recommended"><strong>${label}</strong>${entry.repeat(count)}</div>`;
  };

  test.each(['You may also like', 'Recommended for you', 'Das könnte Sie auch interessieren'])(
    'goes with its titles where it says that it is other pages: %s',
    (label) => {
      const notice = `<div class="legal"><p>${other}</p></div>`;
      expect(choose(`<main>${body}${others(label, 2)}${notice}</main>`)).toEqual(kept);
    },
  );

  test.each([
    ['that says something else', others('Ports nearby', 2)],
    ['of one', others('You may also like', 1)],
    ['before more text', `${others('You may also like', 2)}<p>${other} Again.</p>`],
  ])('stays as a list %s', (_, list) => {
    expect(choose(`<main>${body}${list}</main>`)).toContain(other);
  });

  test('stays where more of the text follows', () => {
    const page = `<main><p>${text}</p><aside><p>${other}</p></aside><p>The end of it all was a quiet one.</p></main>`;
    expect(choose(page)).toContain(other);
  });

  test('stays where there is no other text', () => {
    expect(
      choose(`<main><h1>Ports</h1><div class="latest"><p>${other}</p></div></main>`),
    ).toContain(other);
  });

  test('is a title where it stands above a kept text in a list', () => {
    expect(choose(`<main><article>${post}</article></main>`)).toEqual([
      'The ferry out of Oban',
      text,
    ]);
    expect(
      choose(`<main><p>${text}</p><article>${post.replace('<p>', '<p>out ')}</article></main>`),
    ).toEqual([text]);
  });
});

/** The chosen texts of a page with a division between two paragraphs. */
function chooseTabs(inner: string): readonly string[] {
  return choose(`<main><p>${text}</p><div>${inner}</div><p>Later: ${text}</p></main>`);
}

describe('code', () => {
  const table =
    '<figure><table><tr><td><pre>1 out</pre></td><td><pre>cd pier, out</pre></td></tr></table></figure>';

  test('stays whole within a text', () => {
    const end = 'The end of it all was a quiet one.';
    expect(choose(`<main><p>${text}</p>${table}<p>${end}</p></main>`)).toEqual([
      text,
      '1 out',
      'cd pier, out',
      end,
    ]);
    expect(choose(`<main><p>${text}</p><pre>out of<div>harbour</div></pre></main>`)).toEqual([
      text,
      'out of',
      'harbour',
    ]);
  });

  test.each([
    ['an answer', `<div><p>${text}</p><pre>1 out</pre></div><div><p>out here</p></div>`],
    [
      'a chapter, in a frame',
      `<section><p>${text}</p><div><pre>1 out</pre></div></section><p>out</p>`,
    ],
    ['the page, in a figure', `<main><p>${text}</p><figure><pre>1 out</pre></figure></main>`],
  ])('stays at the end of %s', (_, html) => {
    expect(choose(html)).toEqual([text, '1 out']);
  });

  test('goes where it ends no text that is kept', () => {
    expect(choose(`<div><p>${text}</p></div><div><p>out here</p><pre>1 out</pre></div>`)).toEqual([
      text,
    ]);
    expect(choose(`<div><p>${text}</p></div><div><pre>1 out</pre></div>`)).toEqual([text]);
  });

  test('goes apart from the text', () => {
    expect(choose(`<main><p>${text}</p></main><div><p>out here</p>${table}</div>`)).toEqual([text]);
  });
});

const notice = (attributes: string, inner = '<button>Accept</button>'): string =>
  `<div ${attributes}><p>We count the visits to this page with cookies of our own and with those of our partners.</p><p>Some of them are needed to keep you signed in.</p>${inner}</div>`;
describe('what asks for consent to cookies', () => {
  const asked =
    'We count the visits to this page with cookies of our own and with those of our partners.';
  const other =
    'The harbour office says so on the board, and nobody has taken it down since the spring tide.';
  const body = `<main><p>${text}</p><p>${other}</p></main>`;

  test.each([
    ['by a class', notice('class="site-cookie-bar"')],
    ['by an id', notice('id="onetrust-consent-sdk"')],
    [
      'with a button that is no `<button>`',
      notice('class="gdpr"', '<div role="button">Fine</div>'),
    ],
    ['by nothing, in English', notice('class="b1"')],
    [
      'by nothing, in German',
      '<div><h2>Ihre Wahl</h2><div>Wir und unsere Partner verarbeiten personenbezogene Daten, auf Wunsch auch mit Ihrer Einwilligung für Werbung und Messung.</div><div><button>Alle akzeptieren</button></div></div>',
    ],
    [
      'by nothing, in French',
      '<div role="dialog"><p>Avec votre accord, nos partenaires et nous utilisons des cookies pour mesurer les visites et montrer de la publicité.</p><a href="#">Tout accepter</a></div>',
    ],
  ])('is never content, even if it is likely: named %s', (_, html) => {
    expect(choose(html + body)).toEqual([text, other]);
    expect(choose(body + html)).toEqual([text, other]);
  });

  test.each([
    [
      'a chapter of the text',
      `<main><p>${text}</p><p>${other}</p>${notice('id="cookies"')}</main>`,
    ],
    ['what asks for nothing', body + notice('class="cookie-recipes"', '')],
    [
      'what holds the text',
      `<div class="cookie-overlay">${notice('', '<button>Share</button>')}${body}</div>`,
    ],
    ['all that the page says', notice('class="cookie-policy"')],
  ])('is not %s', (_, html) => {
    expect(choose(html)).toContain(asked);
  });
});

test('what is accepted otherwise is no notice', () => {
  const said = 'We count the boats with counters of our own and with those of the harbour office.';
  const html = `<main><p>${text}</p></main><div><p>${said}</p><button>Accept</button></div>`;
  expect(choose(html)).toContain(said);
});

test('a notice is not the page beside a message of one sentence', () => {
  const message = 'The boat does not run today because of the wind.';
  expect(choose(`${notice('id="b"')}<main><p>${message}</p></main>`)).toEqual([message]);
});

const toList = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
describe('the label of an advertisement', () => {
  const other = 'The pier has been closed since the last storm of the year.';

  test.each([
    '<div class="slot"><span>Advertisement</span></div>',
    '<p>Anzeige</p>',
    '<p>Story continues below advertisement</p>',
    '<div>ADVERTISEMENT. Scroll to continue reading.</div>',
  ])('goes between two parts of a text: %s', (label) => {
    expect(choose(`<main><p>${text}</p>${label}<p>${other}</p></main>`)).toEqual([text, other]);
  });

  test.each([
    '<h2>Advertisement</h2>',
    '<ul><li>Advertisement</li></ul>',
    '<p><a href="/a">Advertisement</a></p>',
    '<p>Advertising</p>',
    '<p>Advertisement rates of 1931</p>',
  ])('is no title, entry or text: %s', (one) => {
    const texts = choose(`<main><p>${text}</p>${one}<p>${other}</p></main>`);
    expect(texts.some((said) => said.startsWith('Advertis'))).toBe(true);
  });
});

describe('what a block announces', () => {
  const items = ['rope out', 'two lamps out', 'a map of the bay out'];

  test('stays with it, even if it is unlikely', () => {
    expect(choose(`<main><p>${text} Bring:</p>${toList(items)}</main>`)).toEqual([
      `${text} Bring:`,
      ...items,
    ]);
    const open = `${text.slice(0, -1)} and needs`;
    expect(choose(`<main><p>${open}</p>${toList(items)}</main>`)).toEqual([open, ...items]);
    const code = '<pre>tide --out --all</pre>';
    expect(choose(`<main><p>${text} Run:</p>${code}</main>`)).toContain('tide --out --all');
  });

  test('behind tabs is kept within a text, and with something else beside it is not', () => {
    const tabs =
      '<ul role="tablist"><li role="tab">Left out</li><li role="tab">Right out</li></ul>';
    const panels = '<div><pre>tide out</pre></div><div><pre>ebb out</pre></div>';
    expect(chooseTabs(tabs + panels)).toEqual([text, 'tide out', 'ebb out', `Later: ${text}`]);
    expect(chooseTabs(`<p>Sold out</p>${panels}`)).not.toContain('ebb out');
  });

  test.each([
    ['not announced', `<p>${text}</p>${toList(items)}`],
    ['below a label', `<p>${text}</p><div><p>Ferries</p>${toList(items)}</div>`],
    ['in another part', `<p>${text} Bring:</p><div>${toList(items)}</div>`],
    [
      'of links',
      `<p>${text} Read more:</p>${toList(items.map((item) => `<a href="/a">${item}</a>`))}`,
    ],
    [
      'a chapter',
      `<p>${text} Bring:</p>${toList(Array.from({ length: 60 }, () => items[2] ?? ''))}`,
    ],
  ])('goes where it is unlikely and %s', (_, html) => {
    expect(choose(`<main>${html}</main>`)).not.toContain(items[2]);
  });
});

describe('what stands there for browsers without scripts', () => {
  const advice = 'You need to switch scripts on to use this page.';
  const other =
    'The harbour office says so on the board, and nobody has taken it down since the spring tide.';

  test('is left out beside a text, even if it is likely', () => {
    const body = `<main><noscript>${advice}</noscript><p>${text}</p><p>${other}</p></main>`;
    expect(choose(body)).toEqual([text, other]);
  });

  test('stays where it is all there is, or a text of its own', () => {
    expect(choose(`<main><noscript>${advice}</noscript></main>`)).toEqual([advice]);
    const long = `<noscript><p>${text}</p><p>${other}</p></noscript>`;
    expect(choose(`<main><p>${other} Again.</p>${long}</main>`)).toContain(text);
  });
});

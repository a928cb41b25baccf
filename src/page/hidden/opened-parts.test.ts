import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { readText } from '../tree/node-text.ts';

function read(html: string, isForPeople: boolean): string {
  return readText(readPage({ html, url: 'https://shop.example/', isForPeople }).document);
}

test.each([
  ['<button role=tab aria-controls=x>Specs</button>', '<p id=x hidden>closed</p>'],
  ['<button role=tab id=t>Specs</button>', '<p role=tabpanel aria-labelledby=t hidden>closed</p>'],
  [
    '<h2><button aria-expanded=false aria-controls="y x">Specs</button></h2>',
    '<p id=x hidden>closed</p>',
  ],
  [
    '<button aria-expanded=false aria-controls=x>Specs</button>',
    '<p id=x style="display:none" aria-hidden=true>closed <a href=/a>link</a></p>',
  ],
  [
    '<style>.x{visibility:hidden}</style><button aria-expanded=false aria-controls=x>Specs</button>',
    '<p id=x class=x>closed</p>',
  ],
  ['', '<p hidden=until-found>closed</p>'],
  ['<div role=button aria-expanded=false>Specs</div>', '<div aria-hidden=true>closed</div>'],
  [
    '<style>.x{display:none}</style><h3><button aria-expanded=false>Specs</button></h3> ',
    '<div class=x>closed</div>',
  ],
  [
    '<div role=button aria-expanded=false aria-haspopup=true><h3>Specs</h3></div>',
    '<div hidden>closed</div>',
  ],
  [
    '<ul><li class=on>Overview<li><a href="#s">Specs</a></ul>',
    '<div><p class="pane on">open</p><p class=pane style="display:none">closed</p></div>',
  ],
])('people are shown what the page says it opens: %s %s', (control, part) => {
  const html = `<p>shown</p>${control}${part}`;
  expect(read(html, true)).toContain('closed');
  expect(read(html, false)).not.toContain('closed');
});

const opener = '<button aria-expanded=false aria-controls=x>Open</button>';
test.each([
  '<button aria-expanded=false aria-haspopup=menu aria-controls=x>Open</button><p id=x hidden>closed',
  '<button aria-controls=x>Next</button><p id=x hidden>closed',
  `<nav>${opener}</nav><p id=x hidden>closed`,
  `<header>${opener}<p id=x hidden>closed</header>`,
  `${opener}<div id=x role=dialog hidden>closed</div>`,
  `${opener}<div id=x hidden>closed <form><input></form></div>`,
  `${opener}<div id=x hidden><a href=/a>closed</a></div>`,
  `${opener}<div id=y hidden>closed</div>`,
  `${opener}<div id=x style="position:fixed;left:-9999px">closed</div>`,
  '<div role=button aria-expanded=false>Menu</div><div hidden><a href=/a>closed</a></div>',
  '<nav><p aria-expanded=false>Menu</p><p hidden>closed</p></nav>',
  '<p aria-expanded=false aria-haspopup=true>Menu</p><p hidden>closed</p>',
  '<p aria-expanded=true>Menu</p><p hidden>closed</p>',
  '<div><p aria-expanded=false>Menu</p><p>open</p></div><p hidden>closed</p>',
  '<ol><li>1<li>2</ol><div><p class=slide>open</p><p class=slide hidden>closed</p></div>',
  '<button aria-expanded=false>Share</button><div hidden>closed</div>',
  '<p><a href="?l=en">English</a><a href="?l=de">Deutsch</a></p><div><p class=x>open</p><p class=x hidden>closed</p></div>',
  '<p><span>Name</span><span>Mail</span></p><div><p class=msg>open</p><p class=msg hidden>closed</p></div>',
  '<ol><li>One<li>Two<li>Three</ol><div><p class=a>open</p><p class=a hidden>closed</p></div>',
  '<ol><li>One<li>Two</ol><div><p class=a>open</p><p class=b hidden>closed</p></div>',
  '<ol><li>One<li>Two</ol><div><p class=a hidden>closed</p><p class=a hidden>closed</p></div>',
])('people are not shown menus, dialogs and filters: %s', (html) => {
  expect(read(`<p>shown</p>${html}`, true)).not.toContain('closed');
});

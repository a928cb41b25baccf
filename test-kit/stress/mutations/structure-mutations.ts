import { type Mutation, toMutations, whole } from './mutation.ts';

/** What stands in what, under which tags and in which place, and how it looks. */
export const structureMutations: readonly Mutation[] = [
  ...toMutations('wrappers', {
    'targets wrapped': ({ targets, wrap }) => {
      for (const target of targets()) wrap(target, '<div class="holder"></div>');
    },
    'targets wrapped thrice': ({ targets, wrap }) => {
      for (const target of targets()) {
        wrap(target, '<div class="outer"></div>');
        wrap(target, '<div></div>');
        wrap(target, '<span></span>');
      }
    },
    'texts of targets wrapped': ({ document, targets }) => {
      for (const target of targets()) {
        if (!/^(?:A|BUTTON|SPAN|P|DD|TD|STRONG|H1|H2|DIV)$/.test(target.tagName)) continue;
        const inner = document.createElement('span');
        inner.className = 'label';
        inner.append(...target.childNodes);
        target.append(inner);
      }
    },
    'page wrapped': whole(({ document }) => {
      const outer = document.createElement('div');
      outer.id = 'page-root';
      const inner = document.createElement('div');
      inner.className = 'container';
      outer.append(inner);
      inner.append(...document.body.childNodes);
      document.body.append(outer);
    }),
    'every block wrapped': ({ all, wrap }) => {
      for (const block of all('body section, body article, body form, body ul, body nav, body p')) {
        wrap(block, '<div class="w"></div>');
      }
    },
    'plain wrappers taken away': ({ all, targets, rows }) => {
      const kept = new Set([...targets(), ...rows()]);
      for (const wrapper of all('body div')) {
        if (!kept.has(wrapper) && wrapper.shadowRoot === null)
          wrapper.replaceWith(...wrapper.childNodes);
      }
    },
    'main part in a shadow root': whole(({ document }) => {
      const host = document.createElement('app-root');
      const root = host.attachShadow({ mode: 'open' });
      root.append(...document.body.childNodes);
      document.body.append(host);
    }),
  }),
  ...toMutations('tags', {
    'blocks become sections': ({ all, retag }) => {
      for (const block of all('body div')) retag(block, 'section');
    },
    'sections become blocks': ({ all, retag }) => {
      const semantic = 'main, section, article, aside, header, footer, nav';
      for (const block of all(semantic)) retag(block, 'div');
    },
    'buttons become links': ({ all, retag }) => {
      for (const button of all('button:not([role])')) {
        const link = retag(button, 'a');
        link.setAttribute('href', '#');
        link.removeAttribute('type');
      }
    },
    'buttons become blocks with a role': ({ all, retag }) => {
      for (const button of all('button')) {
        const block = retag(button, 'div');
        if (!block.hasAttribute('role')) block.setAttribute('role', 'button');
        block.setAttribute('tabindex', '0');
      }
    },
    'submits become buttons': ({ document, all, swap }) => {
      for (const submit of all('input[type=submit]')) {
        const button = document.createElement('button');
        button.textContent = submit.getAttribute('value');
        swap(submit, button);
      }
    },
    'headings one level down': ({ all, retag }) => {
      for (const level of [5, 4, 3, 2, 1]) {
        for (const heading of all(`h${level}`)) retag(heading, `h${level + 1}`);
      }
    },
    'headings become blocks': ({ all, retag }) => {
      for (const heading of all('h1,h2,h3,h4')) retag(heading, 'div');
    },
    'spans become blocks': ({ all, retag }) => {
      for (const span of all('span, b, strong, em, small')) retag(span, 'div');
    },
    'paragraphs become blocks': ({ all, retag }) => {
      for (const paragraph of all('p')) retag(paragraph, 'div');
    },
    'lists become blocks': ({ all, retag }) => {
      for (const item of all('li')) retag(item, 'div');
      for (const list of all('ul,ol')) retag(list, 'div');
    },
    'tables become blocks': ({ all, retag }) => {
      for (const cell of all('td,th,tr,thead,tbody,tfoot,caption,table')) {
        const tag = cell.tagName.toLowerCase();
        const block = retag(cell, 'div');
        block.classList.add(`t-${tag}`);
      }
    },
    'term lists become tables': ({ all, retag }) => {
      for (const term of all('dt')) retag(term, 'span').classList.add('term');
      for (const text of all('dd')) retag(text, 'span').classList.add('text');
      for (const list of all('dl')) retag(list, 'div');
    },
  }),
  ...toMutations('order', {
    'targets first among their siblings': ({ targets }) => {
      for (const target of targets()) target.parentElement?.prepend(target);
    },
    'targets last among their siblings': ({ targets }) => {
      for (const target of targets()) target.parentElement?.append(target);
    },
    'siblings in reverse': ({ all }) => {
      for (const parent of all('ul,ol,nav,tbody,form,.grid,.tiles,header,footer')) {
        parent.append(...[...parent.children].reverse());
      }
    },
    'blocks of the page shuffled': whole(({ document, shuffle }) => {
      document.body.append(...shuffle([...document.body.children]));
    }),
    'blocks of the main part shuffled': whole(({ all, shuffle }) => {
      const widest = all('body *').toSorted((a, b) => b.children.length - a.children.length)[0];
      if (widest !== undefined) widest.append(...shuffle([...widest.children]));
    }),
    'header and footer change places': whole(({ document, all }) => {
      const [header] = all('header');
      const [footer] = all('footer');
      if (header !== undefined) document.body.append(header);
      if (footer !== undefined) document.body.prepend(footer);
    }),
    'forms moved to the end': whole(({ document, all }) => {
      for (const form of all('form')) document.body.append(form);
    }),
    'columns of tables change places': ({ all }) => {
      for (const row of all('tr')) {
        const [first] = row.children;
        if (row.children.length > 2 && first !== undefined) row.append(first);
      }
    },
    'rows sorted the other way': ({ all }) => {
      for (const list of all('tbody, ul, .grid, .liste, #results')) {
        list.append(...[...list.children].reverse());
      }
    },
  }),
  ...toMutations('layout', {
    'page pushed down': whole(({ document }) => {
      document.body.style.paddingTop = '1400px';
    }),
    'page squeezed to a phone': whole(({ document }) => {
      document.body.style.width = '320px';
      document.body.style.fontSize = '20px';
    }),
    'everything floats': whole(({ document, all }) => {
      const style = document.createElement('style');
      style.textContent = 'div,p,li,section,article{float:left;margin:9px}';
      for (const place of [document.head, ...all('*').map(({ shadowRoot }) => shadowRoot)]) {
        place?.append(style.cloneNode(true));
      }
    }),
    'from right to left': whole(({ document }) => {
      document.documentElement.dir = 'rtl';
    }),
  }),
];

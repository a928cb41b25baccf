import type { Mutation } from './mutation.ts';

/** What stands in what, and under which tags. */
export const structureMutations: readonly Mutation[] = [
  {
    name: 'targets wrapped',
    kind: 'wrappers',
    outcome: 'kept',
    apply({ targets, wrap }) {
      for (const target of targets()) wrap(target, '<div class="holder"></div>');
    },
  },
  {
    name: 'targets wrapped thrice',
    kind: 'wrappers',
    outcome: 'kept',
    isSecondSet: true,
    apply({ targets, wrap }) {
      for (const target of targets()) {
        wrap(target, '<div class="outer"></div>');
        wrap(target, '<div></div>');
        wrap(target, '<span></span>');
      }
    },
  },
  {
    name: 'texts of targets wrapped',
    kind: 'wrappers',
    outcome: 'kept',
    apply({ document, targets }) {
      for (const target of targets()) {
        if (!/^(?:A|BUTTON|SPAN|P|DD|TD|STRONG|H1|H2|DIV)$/.test(target.tagName)) continue;
        const inner = document.createElement('span');
        inner.className = 'label';
        inner.append(...target.childNodes);
        target.append(inner);
      }
    },
  },
  {
    name: 'page wrapped',
    kind: 'wrappers',
    isWhole: true,
    outcome: 'kept',
    apply({ document }) {
      const outer = document.createElement('div');
      outer.id = 'page-root';
      const inner = document.createElement('div');
      inner.className = 'container';
      outer.append(inner);
      inner.append(...document.body.childNodes);
      document.body.append(outer);
    },
  },
  {
    name: 'every block wrapped',
    kind: 'wrappers',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, wrap }) {
      for (const block of all('body section, body article, body form, body ul, body nav, body p')) {
        wrap(block, '<div class="w"></div>');
      }
    },
  },
  {
    name: 'plain wrappers taken away',
    kind: 'wrappers',
    outcome: 'kept',
    apply({ all, targets, rows }) {
      const kept = new Set([...targets(), ...rows()]);
      for (const wrapper of all('body div')) {
        if (!kept.has(wrapper) && wrapper.shadowRoot === null)
          wrapper.replaceWith(...wrapper.childNodes);
      }
    },
  },
  {
    name: 'blocks become sections',
    kind: 'tags',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, retag }) {
      for (const block of all('body div')) retag(block, 'section');
    },
  },
  {
    name: 'sections become blocks',
    kind: 'tags',
    outcome: 'kept',
    apply({ all, retag }) {
      const semantic = 'main, section, article, aside, header, footer, nav';
      for (const block of all(semantic)) retag(block, 'div');
    },
  },
  {
    name: 'buttons become links',
    kind: 'tags',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const button of all('button:not([role])')) {
        const link = retag(button, 'a');
        link.setAttribute('href', '#');
        link.removeAttribute('type');
      }
    },
  },
  {
    name: 'buttons become blocks with a role',
    kind: 'tags',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, retag }) {
      for (const button of all('button')) {
        const block = retag(button, 'div');
        if (!block.hasAttribute('role')) block.setAttribute('role', 'button');
        block.setAttribute('tabindex', '0');
      }
    },
  },
  {
    name: 'links become buttons',
    kind: 'tags',
    changes: 'data',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const link of all('a[href]')) retag(link, 'button').removeAttribute('href');
    },
  },
  {
    name: 'submits become buttons',
    kind: 'tags',
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, all, swap }) {
      for (const submit of all('input[type=submit]')) {
        const button = document.createElement('button');
        button.textContent = submit.getAttribute('value');
        swap(submit, button);
      }
    },
  },
  {
    name: 'headings one level down',
    kind: 'tags',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const level of [5, 4, 3, 2, 1]) {
        for (const heading of all(`h${level}`)) retag(heading, `h${level + 1}`);
      }
    },
  },
  {
    name: 'headings become blocks',
    kind: 'tags',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, retag }) {
      for (const heading of all('h1,h2,h3,h4')) retag(heading, 'div');
    },
  },
  {
    name: 'spans become blocks',
    kind: 'tags',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const span of all('span, b, strong, em, small')) retag(span, 'div');
    },
  },
  {
    name: 'paragraphs become blocks',
    kind: 'tags',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, retag }) {
      for (const paragraph of all('p')) retag(paragraph, 'div');
    },
  },
  {
    name: 'lists become blocks',
    kind: 'tags',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const item of all('li')) retag(item, 'div');
      for (const list of all('ul,ol')) retag(list, 'div');
    },
  },
  {
    name: 'tables become blocks',
    kind: 'tags',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, retag }) {
      for (const cell of all('td,th,tr,thead,tbody,tfoot,caption,table')) {
        const tag = cell.tagName.toLowerCase();
        const block = retag(cell, 'div');
        block.classList.add(`t-${tag}`);
      }
    },
  },
  {
    name: 'term lists become tables',
    kind: 'tags',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const term of all('dt')) retag(term, 'span').classList.add('term');
      for (const text of all('dd')) retag(text, 'span').classList.add('text');
      for (const list of all('dl')) retag(list, 'div');
    },
  },
  {
    name: 'main part in a shadow root',
    kind: 'wrappers',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document }) {
      const host = document.createElement('app-root');
      const root = host.attachShadow({ mode: 'open' });
      root.append(...document.body.childNodes);
      document.body.append(host);
    },
  },
  {
    name: 'forms become blocks',
    kind: 'tags',
    changes: 'requests',
    outcome: 'kept',
    apply({ all, retag }) {
      for (const form of all('form, fieldset')) retag(form, 'div');
    },
  },
];

import type { Mutation } from './mutation.ts';

/** What stands where, and how it looks. */
export const orderMutations: readonly Mutation[] = [
  {
    name: 'targets first among their siblings',
    kind: 'order',
    outcome: 'kept',
    apply({ targets }) {
      for (const target of targets()) target.parentElement?.prepend(target);
    },
  },
  {
    name: 'targets last among their siblings',
    kind: 'order',
    outcome: 'kept',
    isSecondSet: true,
    apply({ targets }) {
      for (const target of targets()) target.parentElement?.append(target);
    },
  },
  {
    name: 'siblings in reverse',
    kind: 'order',
    outcome: 'kept',
    apply({ all }) {
      for (const parent of all('ul,ol,nav,tbody,form,.grid,.tiles,header,footer')) {
        parent.append(...[...parent.children].reverse());
      }
    },
  },
  {
    name: 'blocks of the page shuffled',
    kind: 'order',
    isWhole: true,
    outcome: 'kept',
    apply({ document, shuffle }) {
      document.body.append(...shuffle([...document.body.children]));
    },
  },
  {
    name: 'blocks of the main part shuffled',
    kind: 'order',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, shuffle }) {
      const widest = all('body *').toSorted((a, b) => b.children.length - a.children.length)[0];
      if (widest !== undefined) widest.append(...shuffle([...widest.children]));
    },
  },
  {
    name: 'targets moved to the top of the page',
    kind: 'order',
    changes: 'data',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, targets }) {
      const bar = document.createElement('div');
      bar.className = 'quick';
      document.body.prepend(bar);
      for (const target of targets().slice(0, 2)) bar.append(target);
    },
  },
  {
    name: 'header and footer change places',
    kind: 'order',
    isWhole: true,
    outcome: 'kept',
    apply({ document, all }) {
      const [header] = all('header');
      const [footer] = all('footer');
      if (header !== undefined) document.body.append(header);
      if (footer !== undefined) document.body.prepend(footer);
    },
  },
  {
    name: 'forms moved to the end',
    kind: 'order',
    isWhole: true,
    outcome: 'kept',
    apply({ document, all }) {
      for (const form of all('form')) document.body.append(form);
    },
  },
  {
    name: 'columns of tables change places',
    kind: 'order',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all }) {
      for (const row of all('tr')) {
        const [first] = row.children;
        if (row.children.length > 2 && first !== undefined) row.append(first);
      }
    },
  },
  {
    name: 'rows sorted the other way',
    kind: 'order',
    outcome: 'kept',
    apply({ all }) {
      for (const list of all('tbody, ul, .grid, .liste, #results')) {
        list.append(...[...list.children].reverse());
      }
    },
  },
  {
    name: 'page pushed down',
    kind: 'layout',
    isWhole: true,
    outcome: 'kept',
    apply({ document }) {
      document.body.style.paddingTop = '1400px';
    },
  },
  {
    name: 'page squeezed to a phone',
    kind: 'layout',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document }) {
      document.body.style.width = '320px';
      document.body.style.fontSize = '20px';
    },
  },
  {
    name: 'everything floats',
    kind: 'layout',
    isWhole: true,
    outcome: 'kept',
    apply({ document, all }) {
      const style = document.createElement('style');
      style.textContent = 'div,p,li,section,article{float:left;margin:9px}';
      for (const place of [document.head, ...all('*').map(({ shadowRoot }) => shadowRoot)]) {
        place?.append(style.cloneNode(true));
      }
    },
  },
  {
    name: 'from right to left',
    kind: 'layout',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document }) {
      document.documentElement.dir = 'rtl';
    },
  },
];

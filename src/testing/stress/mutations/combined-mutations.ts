import type { Mutation } from './mutation.ts';

/** Several changes at once, as redesigns are. */
export const combinedMutations: readonly Mutation[] = [
  {
    name: 'new style sheet: classes and ids renamed',
    kind: 'combined',
    outcome: 'kept',
    apply({ all, word }) {
      for (const element of all('body [class]')) {
        element.className = [...element.classList].map((name) => `x-${word(name)}`).join(' ');
      }
      for (const element of all('body [id]')) {
        const id = element.id;
        element.id = `y-${word(id)}`;
        for (const label of all('label[for]')) {
          if (label.getAttribute('for') === id) label.setAttribute('for', element.id);
        }
      }
    },
  },
  {
    name: 'new framework: classes hashed, wrapped, blocks for sections',
    kind: 'combined',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, all, retag, random, wrap }) {
      for (const element of all('body *')) {
        element.className = `sc-${random().toString(36).slice(2, 8)}`;
        element.removeAttribute('style');
      }
      for (const block of all('main, section, article, aside, header, footer, nav, ul, li, p')) {
        retag(block, 'div');
      }
      for (const form of all('form')) wrap(form, '<div></div>');
      const root = document.createElement('div');
      root.id = '__next';
      root.append(...document.body.childNodes);
      document.body.append(root);
    },
  },
  {
    name: 'new order and new classes',
    kind: 'combined',
    isWhole: true,
    outcome: 'kept',
    apply({ document, all, shuffle, word }) {
      for (const element of all('body [class]')) element.className = word(element.className);
      document.body.append(...shuffle([...document.body.children]));
    },
  },
  {
    name: 'new texts around, new classes, new place',
    kind: 'combined',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, all, targets, texts, word }) {
      for (const element of all('body [class]')) element.className = word(element.className);
      const own = targets();
      for (const text of texts()) {
        if (!own.some((target) => target.contains(text))) text.data = word(text.data);
      }
      document.body.style.paddingTop = '600px';
    },
  },
  {
    name: 'attributes all gone, structure kept',
    kind: 'combined',
    changes: 'requests',
    outcome: 'kept',
    apply({ all }) {
      for (const element of all('body *')) {
        for (const name of ['class', 'id', 'name', 'data-testid', 'title', 'itemprop']) {
          element.removeAttribute(name);
        }
      }
    },
  },
  {
    name: 'twins, and classes dropped',
    kind: 'combined',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, targets, word }) {
      for (const target of targets()) {
        const twin = target.cloneNode(false) as Element;
        for (const name of [
          'id',
          'name',
          'data-testid',
          'aria-label',
          'title',
          'placeholder',
          'href',
        ]) {
          if (twin.hasAttribute(name)) twin.setAttribute(name, word(`${name}-twin`));
        }
        twin.textContent = word(`${target.textContent}-twin`);
        (target.closest('label') ?? target).after(twin);
      }
      for (const element of all('body [class]')) element.removeAttribute('class');
    },
  },
];

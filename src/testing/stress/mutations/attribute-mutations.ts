import type { Mutation } from './mutation.ts';

/** Classes, ids and other attributes. */
export const attributeMutations: readonly Mutation[] = [
  {
    name: 'classes renamed',
    kind: 'classes',
    outcome: 'kept',
    apply({ all, word }) {
      for (const element of all('[class]')) {
        element.className = [...element.classList].map((name) => `c-${word(name)}`).join(' ');
      }
    },
  },
  {
    name: 'classes hashed by a build',
    kind: 'classes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, random }) {
      const made = new Map<string, string>();
      for (const element of all('[class]')) {
        const names = [...element.classList].map((name) => {
          const hash = made.get(name) ?? `css-${random().toString(36).slice(2, 8)}`;
          made.set(name, hash);
          return hash;
        });
        element.className = names.join(' ');
      }
    },
  },
  {
    name: 'classes dropped',
    kind: 'classes',
    outcome: 'kept',
    apply({ all }) {
      for (const element of all('[class]')) element.removeAttribute('class');
    },
  },
  {
    name: 'utility classes added',
    kind: 'classes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, pick }) {
      for (const element of all('body *')) {
        element.classList.add(pick(['p-2', 'm-1', 'flex', 'text-sm']), pick(['w-full', 'rounded']));
      }
    },
  },
  {
    name: 'classes handed to others',
    kind: 'classes',
    outcome: 'kept',
    apply({ all, shuffle }) {
      const elements = all('body [class]');
      const classes = shuffle(elements.map((element) => element.getAttribute('class') ?? ''));
      elements.forEach((element, at) => element.setAttribute('class', classes[at] ?? ''));
    },
  },
  {
    name: 'ids renamed',
    kind: 'attributes',
    outcome: 'kept',
    apply({ all, word }) {
      for (const element of all('body [id]')) {
        const id = element.id;
        element.id = `n-${word(id)}`;
        for (const label of all('label[for]')) {
          if (label.getAttribute('for') === id) label.setAttribute('for', element.id);
        }
      }
    },
  },
  {
    name: 'ids made up at each load',
    kind: 'attributes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, random }) {
      for (const element of all('body *')) {
        const id = element.id;
        element.id = `:r${random().toString(36).slice(2, 6)}:`;
        for (const label of id === '' ? [] : all('label[for]')) {
          if (label.getAttribute('for') === id) label.setAttribute('for', element.id);
        }
      }
    },
  },
  {
    name: 'ids dropped, labels cut off',
    kind: 'attributes',
    outcome: 'kept',
    apply({ all }) {
      for (const element of all('body [id]')) element.removeAttribute('id');
    },
  },
  {
    name: 'ids handed to others',
    kind: 'attributes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, shuffle }) {
      const elements = all('body [id]');
      const ids = shuffle(elements.map(({ id }) => id));
      const labels = all('label[for]').map((label) => ({
        label,
        field: elements.findIndex(({ id }) => id === label.getAttribute('for')),
      }));
      elements.forEach((element, at) => {
        element.id = ids[at] ?? '';
      });
      for (const { label, field } of labels) label.setAttribute('for', ids[field] ?? '');
    },
  },
  {
    name: 'test ids and data attributes dropped',
    kind: 'attributes',
    outcome: 'kept',
    apply({ all }) {
      for (const element of all('body *')) {
        for (const name of element.getAttributeNames()) {
          if (name.startsWith('data-')) element.removeAttribute(name);
        }
      }
    },
  },
  {
    name: 'data attributes added',
    kind: 'attributes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, random }) {
      for (const element of all('body *')) {
        element.setAttribute('data-v', random().toString(36).slice(2, 8));
        element.setAttribute('data-track', 'yes');
      }
    },
  },
  {
    name: 'form names renamed',
    kind: 'attributes',
    changes: 'requests',
    outcome: 'kept',
    apply({ all, word }) {
      for (const field of all('[name]'))
        field.setAttribute('name', word(field.getAttribute('name') ?? ''));
    },
  },
  {
    name: 'titles and placeholders dropped',
    kind: 'attributes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all }) {
      for (const element of all('[title],[placeholder]')) {
        element.removeAttribute('title');
        element.removeAttribute('placeholder');
      }
    },
  },
  {
    name: 'placeholders reworded',
    kind: 'texts',
    outcome: 'kept',
    apply({ all }) {
      for (const field of all('[placeholder]')) {
        field.setAttribute('placeholder', `e.g. ${field.getAttribute('placeholder') ?? ''} …`);
      }
    },
  },
  {
    name: 'spoken names dropped where there is a text',
    kind: 'attributes',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all }) {
      for (const element of all('[aria-label]')) {
        if (/\w/.test(element.textContent)) element.removeAttribute('aria-label');
      }
    },
  },
  {
    name: 'addresses made absolute',
    kind: 'attributes',
    changes: 'requests',
    outcome: 'kept',
    apply({ all }) {
      for (const link of all('a[href^="/"]')) {
        link.setAttribute('href', `https://www.example.com${link.getAttribute('href') ?? ''}`);
      }
    },
  },
  {
    name: 'addresses with a session',
    kind: 'attributes',
    changes: 'requests',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all }) {
      for (const link of all('a[href]')) {
        const href = link.getAttribute('href') ?? '';
        link.setAttribute('href', `${href}${href.includes('?') ? '&' : '?'}sid=8f2c91`);
      }
    },
  },
  {
    name: 'addresses changed',
    kind: 'attributes',
    changes: 'requests',
    outcome: 'kept',
    apply({ all, word }) {
      for (const link of all('a[href]')) {
        link.setAttribute('href', `/go/${word(link.getAttribute('href') ?? '')}`);
      }
    },
  },
  {
    name: 'addresses handled by script',
    kind: 'attributes',
    changes: 'requests',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all }) {
      for (const link of all('a[href]')) link.setAttribute('href', '#');
    },
  },
  {
    name: 'roles and labels made explicit',
    kind: 'attributes',
    outcome: 'kept',
    apply({ all }) {
      for (const button of all('button')) {
        button.setAttribute('role', 'button');
        if (!button.hasAttribute('aria-label') && /\w/.test(button.textContent)) {
          button.setAttribute('aria-label', button.textContent.trim());
        }
      }
    },
  },
];

import { type Mutation, toMutations } from './mutation.ts';

/** Classes, ids and other attributes, and what the page says. */
export const attributeMutations: readonly Mutation[] = [
  ...toMutations('classes', {
    'classes renamed': ({ all, word }) => {
      for (const element of all('[class]')) {
        element.className = [...element.classList].map((name) => `c-${word(name)}`).join(' ');
      }
    },
    'classes hashed by a build': ({ all, random }) => {
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
    'classes dropped': ({ all }) => {
      for (const element of all('[class]')) element.removeAttribute('class');
    },
    'utility classes added': ({ all, pick }) => {
      for (const element of all('body *')) {
        element.classList.add(pick(['p-2', 'm-1', 'flex', 'text-sm']), pick(['w-full', 'rounded']));
      }
    },
    'classes handed to others': ({ all, shuffle }) => {
      const elements = all('body [class]');
      const classes = shuffle(elements.map((element) => element.getAttribute('class') ?? ''));
      elements.forEach((element, at) => element.setAttribute('class', classes[at] ?? ''));
    },
  }),
  ...toMutations('attributes', {
    'ids renamed': ({ all, word }) => {
      for (const element of all('body [id]')) {
        const id = element.id;
        element.id = `n-${word(id)}`;
        for (const label of all('label[for]')) {
          if (label.getAttribute('for') === id) label.setAttribute('for', element.id);
        }
      }
    },
    'ids made up at each load': ({ all, random }) => {
      for (const element of all('body *')) {
        const id = element.id;
        element.id = `:r${random().toString(36).slice(2, 6)}:`;
        for (const label of id === '' ? [] : all('label[for]')) {
          if (label.getAttribute('for') === id) label.setAttribute('for', element.id);
        }
      }
    },
    'ids dropped, labels cut off': ({ all }) => {
      for (const element of all('body [id]')) element.removeAttribute('id');
    },
    'ids handed to others': ({ all, shuffle }) => {
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
    'test ids and data attributes dropped': ({ all }) => {
      for (const element of all('body *')) {
        for (const name of element.getAttributeNames()) {
          if (name.startsWith('data-')) element.removeAttribute(name);
        }
      }
    },
    'data attributes added': ({ all, random }) => {
      for (const element of all('body *')) {
        element.setAttribute('data-v', random().toString(36).slice(2, 8));
        element.setAttribute('data-track', 'yes');
      }
    },
    'titles and placeholders dropped': ({ all }) => {
      for (const element of all('[title],[placeholder]')) {
        element.removeAttribute('title');
        element.removeAttribute('placeholder');
      }
    },
    'spoken names dropped where there is a text': ({ all }) => {
      for (const element of all('[aria-label]')) {
        if (/\w/.test(element.textContent)) element.removeAttribute('aria-label');
      }
    },
    'roles and labels made explicit': ({ all }) => {
      for (const button of all('button')) {
        button.setAttribute('role', 'button');
        if (!button.hasAttribute('aria-label') && /\w/.test(button.textContent)) {
          button.setAttribute('aria-label', button.textContent.trim());
        }
      }
    },
  }),
  ...toMutations('texts', {
    'placeholders reworded': ({ all }) => {
      for (const field of all('[placeholder]')) {
        field.setAttribute('placeholder', `e.g. ${field.getAttribute('placeholder') ?? ''} …`);
      }
    },
    capitals: ({ texts }) => {
      for (const text of texts()) text.data = text.data.toUpperCase();
    },
    'actions replaced by other words': ({ texts, word }) => {
      for (const text of texts()) {
        if (text.parentElement?.closest('button') != null) text.data = word(text.data);
      }
    },
    'actions reworded in part': ({ texts }) => {
      for (const text of texts()) {
        const words = text.data.trim().split(/\s+/);
        const holder = text.parentElement?.closest('button, a');
        if (holder == null || words.length < 2) continue;
        text.data = [...words.slice(1), 'here'].join(' ');
      }
    },
    'actions say more': ({ texts }) => {
      for (const text of texts()) {
        const isAction = text.parentElement?.closest('button, a, [role=button]') != null;
        if (isAction && /\p{L}/u.test(text.data)) text.data = `${text.data.trimEnd()} now`;
      }
    },
    'headings reworded': ({ texts, word }) => {
      for (const text of texts()) {
        if (/^H[1-4]$/.test(text.parentElement?.tagName ?? '')) text.data = word(text.data);
      }
    },
    'labels reworded': ({ texts }) => {
      for (const text of texts()) {
        const isLabel = /^(?:LABEL|DT|TH)$/.test(text.parentElement?.tagName ?? '');
        if (isLabel && /\p{L}/u.test(text.data))
          text.data = `Your ${text.data.trim().toLowerCase()} `;
      }
    },
    'everything beside the targets reworded': ({ targets, texts, word }) => {
      const own = targets();
      for (const text of texts()) {
        if (!own.some((target) => target.contains(text))) text.data = word(text.data);
      }
    },
    'numbers counted on': ({ texts }) => {
      for (const text of texts()) {
        text.data = text.data.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10));
      }
    },
  }),
];

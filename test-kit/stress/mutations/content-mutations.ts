import { type Mutation, toMutations, whole } from './mutation.ts';

/** What is added and taken away, another language, and several changes at once, as redesigns are. */
export const contentMutations: readonly Mutation[] = [
  ...toMutations('decoys', {
    'twins in clothes before the targets': ({ targets, word }) => {
      for (const target of targets()) {
        const twin = target.cloneNode(false) as Element;
        twin.removeAttribute('id');
        twin.removeAttribute('name');
        for (const name of ['aria-label', 'title', 'placeholder', 'href', 'value', 'data-testid']) {
          if (twin.hasAttribute(name))
            twin.setAttribute(name, word(`${name}${target.textContent}`));
        }
        twin.textContent = word(`twin${target.textContent}`);
        // Within a label it would become the labelled one.
        (target.closest('label') ?? target).before(twin);
      }
    },
    'same ids earlier in the page': whole(({ document, targets, word }) => {
      for (const target of targets()) {
        if (target.id === '') continue;
        const other = document.createElement('a');
        other.id = target.id;
        other.href = `/${word(target.id)}`;
        other.textContent = word(target.id);
        document.body.prepend(other);
      }
    }),
    'same classes earlier in the page': whole(({ document, targets, word }) => {
      for (const target of targets()) {
        if (target.className === '') continue;
        const other = document.createElement(target.tagName);
        other.className = target.className;
        other.textContent = word(target.className);
        document.body.prepend(other);
      }
    }),
    'same words in a text': whole(({ document, targets }) => {
      const article = document.createElement('section');
      for (const target of targets()) {
        const paragraph = document.createElement('p');
        paragraph.textContent = `Here you read about “${target.textContent.trim()}” and what it does.`;
        article.append(paragraph);
      }
      document.body.prepend(article);
    }),
    'hidden copy of the page': whole(({ document }) => {
      const copy = document.createElement('div');
      copy.style.display = 'none';
      copy.className = 'mobile';
      for (const child of document.body.children) {
        if (child.tagName !== 'SCRIPT') copy.append(child.cloneNode(true));
      }
      document.body.prepend(copy);
    }),
    'cookie dialog': whole(({ document }) => {
      const dialog = document.createElement('div');
      dialog.setAttribute('role', 'dialog');
      dialog.innerHTML =
        '<h2>We value your privacy</h2><p>We and our partners store data.</p><button class="btn primary">Accept all</button><button class="btn">Settings</button><a href="/privacy">Privacy</a>';
      document.body.prepend(dialog);
    }),
    'banner and advertisement': whole(({ document, all }) => {
      const banner = document.createElement('div');
      banner.innerHTML =
        '<a href="/offer"><b>Summer offer</b> until Sunday</a><button>Close</button>';
      document.body.prepend(banner);
      for (const heading of all('h1,h2')) {
        const advert = document.createElement('aside');
        advert.innerHTML = '<a href="https://ads.example/1">Advertisement: better shoes</a>';
        heading.after(advert);
      }
    }),
    'a link before all others in every menu': ({ document, all }) => {
      for (const menu of all('nav, header, footer, [role=tablist]')) {
        const link = document.createElement('a');
        link.href = '/club';
        link.textContent = 'Club';
        menu.prepend(link);
      }
    },
    'a second button beside every button': ({ all }) => {
      for (const button of all('button')) {
        const other = button.cloneNode(false) as Element;
        for (const name of ['id', 'data-testid', 'title']) other.removeAttribute(name);
        other.setAttribute('aria-label', 'What does this do?');
        other.textContent = '?';
        button.after(other);
      }
    },
  }),
  ...toMutations('language', {
    'page in another language, marked as such': ({ document, texts, all, word }) => {
      document.documentElement.lang = 'fi';
      for (const text of texts()) {
        text.data = text.data.replaceAll(/\p{L}+/gu, (said) => word(said));
      }
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        for (const element of all(`[${name}]`)) {
          const said = element.getAttribute(name) ?? '';
          element.setAttribute(
            name,
            said.replaceAll(/\p{L}+/gu, (part) => word(part)),
          );
        }
      }
    },
    'page in another language, not marked': ({ texts, all, word }) => {
      for (const text of texts()) {
        text.data = text.data.replaceAll(/\p{L}+/gu, (said) => word(`x${said}`));
      }
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'value']) {
        for (const element of all(`[${name}]`)) {
          const said = element.getAttribute(name) ?? '';
          element.setAttribute(
            name,
            said.replaceAll(/\p{L}+/gu, (part) => word(`x${part}`)),
          );
        }
      }
    },
  }),
  ...toMutations('combined', {
    'new style sheet: classes and ids renamed': ({ all, word }) => {
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
    'new framework: classes hashed, wrapped, blocks for sections': whole(
      ({ document, all, retag, random, wrap }) => {
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
    ),
    'new order and new classes': whole(({ document, all, shuffle, word }) => {
      for (const element of all('body [class]')) element.className = word(element.className);
      document.body.append(...shuffle([...document.body.children]));
    }),
    'new texts around, new classes, new place': whole(({ document, all, targets, texts, word }) => {
      for (const element of all('body [class]')) element.className = word(element.className);
      const own = targets();
      for (const text of texts()) {
        if (!own.some((target) => target.contains(text))) text.data = word(text.data);
      }
      document.body.style.paddingTop = '600px';
    }),
    'twins, and classes dropped': ({ all, targets, word }) => {
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
  }),
  ...toMutations('rows', {
    'rows added': ({ rows, addRow, random }) => {
      const all = rows();
      for (const row of all) if (row === all.at(-1) || random() < 0.2) addRow(row);
    },
    'a row added before all others': ({ rows, addRow }) => {
      const [first] = rows();
      if (first !== undefined) addRow(first);
    },
    'rows removed': ({ rows, random }) => {
      const [, ...others] = rows();
      for (const row of others) if (row === others.at(-1) || random() < 0.3) row.remove();
    },
    'first row removed': ({ rows }) => {
      const [first, second] = rows();
      if (second !== undefined) first?.remove();
    },
  }),
];

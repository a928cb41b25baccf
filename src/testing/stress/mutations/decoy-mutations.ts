import type { Mutation } from './mutation.ts';

/** What is added to the page, some of it to be taken for the target. */
export const decoyMutations: readonly Mutation[] = [
  {
    name: 'twins in clothes before the targets',
    kind: 'decoys',
    outcome: 'kept',
    apply({ targets, word }) {
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
  },
  {
    name: 'same ids earlier in the page',
    kind: 'decoys',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, targets, word }) {
      for (const target of targets()) {
        if (target.id === '') continue;
        const other = document.createElement('a');
        other.id = target.id;
        other.href = `/${word(target.id)}`;
        other.textContent = word(target.id);
        document.body.prepend(other);
      }
    },
  },
  {
    name: 'same classes earlier in the page',
    kind: 'decoys',
    isWhole: true,
    outcome: 'kept',
    apply({ document, targets, word }) {
      for (const target of targets()) {
        if (target.className === '') continue;
        const other = document.createElement(target.tagName);
        other.className = target.className;
        other.textContent = word(target.className);
        document.body.prepend(other);
      }
    },
  },
  {
    name: 'same words in a text',
    kind: 'decoys',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, targets }) {
      const article = document.createElement('section');
      for (const target of targets()) {
        const paragraph = document.createElement('p');
        paragraph.textContent = `Here you read about “${target.textContent.trim()}” and what it does.`;
        article.append(paragraph);
      }
      document.body.prepend(article);
    },
  },
  {
    name: 'hidden copy of the page',
    kind: 'decoys',
    isWhole: true,
    outcome: 'kept',
    apply({ document }) {
      const copy = document.createElement('div');
      copy.style.display = 'none';
      copy.className = 'mobile';
      for (const child of document.body.children) {
        if (child.tagName !== 'SCRIPT') copy.append(child.cloneNode(true));
      }
      document.body.prepend(copy);
    },
  },
  {
    name: 'cookie dialog',
    kind: 'decoys',
    isWhole: true,
    outcome: 'kept',
    isSecondSet: true,
    apply({ document }) {
      const dialog = document.createElement('div');
      dialog.setAttribute('role', 'dialog');
      dialog.innerHTML =
        '<h2>We value your privacy</h2><p>We and our partners store data.</p><button class="btn primary">Accept all</button><button class="btn">Settings</button><a href="/privacy">Privacy</a>';
      document.body.prepend(dialog);
    },
  },
  {
    name: 'banner and advertisement',
    kind: 'decoys',
    isWhole: true,
    outcome: 'kept',
    apply({ document, all }) {
      const banner = document.createElement('div');
      banner.innerHTML =
        '<a href="/offer"><b>Summer offer</b> until Sunday</a><button>Close</button>';
      document.body.prepend(banner);
      for (const heading of all('h1,h2')) {
        const advert = document.createElement('aside');
        advert.innerHTML = '<a href="https://ads.example/1">Advertisement: better shoes</a>';
        heading.after(advert);
      }
    },
  },
  {
    name: 'a row before all others',
    kind: 'rows',
    changes: 'data',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, word }) {
      for (const parent of all('tbody, ul, ol, .grid, .liste, #results')) {
        const [first] = parent.children;
        if (first === undefined) continue;
        const row = first.cloneNode(true) as Element;
        for (const element of [row, ...row.querySelectorAll('*')]) {
          if (element.hasAttribute('href')) element.setAttribute('href', '/added');
          element.removeAttribute('id');
          if (element.children.length === 0 && element.tagName !== 'BUTTON') {
            element.textContent = word(element.textContent);
          }
        }
        parent.prepend(row);
      }
    },
  },
  {
    name: 'a link before all others in every menu',
    kind: 'decoys',
    outcome: 'kept',
    apply({ document, all }) {
      for (const menu of all('nav, header, footer, [role=tablist]')) {
        const link = document.createElement('a');
        link.href = '/club';
        link.textContent = 'Club';
        menu.prepend(link);
      }
    },
  },
  {
    name: 'a field before all others in every form',
    kind: 'decoys',
    changes: 'requests',
    outcome: 'kept',
    isSecondSet: true,
    apply({ document, all }) {
      for (const form of all('form')) {
        const label = document.createElement('label');
        label.innerHTML = 'Customer number <input name="customer_no" class="wide">';
        form.prepend(label);
      }
    },
  },
  {
    name: 'a second button beside every button',
    kind: 'decoys',
    outcome: 'kept',
    apply({ all }) {
      for (const button of all('button')) {
        const other = button.cloneNode(false) as Element;
        for (const name of ['id', 'data-testid', 'title']) other.removeAttribute(name);
        other.setAttribute('aria-label', 'What does this do?');
        other.textContent = '?';
        button.after(other);
      }
    },
  },
];

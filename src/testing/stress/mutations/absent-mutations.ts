import type { Mutation } from './mutation.ts';

/** What becomes of a page on which the target is no more; each is done for one target at a time. */
export const absentMutations: readonly Mutation[] = [
  {
    name: 'target removed',
    kind: 'absent',
    outcome: 'gone',
    apply({ lost }) {
      lost.remove();
    },
  },
  {
    name: 'target hidden',
    kind: 'absent',
    outcome: 'gone',
    apply({ lost }) {
      (lost as HTMLElement).style.display = 'none';
    },
  },
  {
    name: 'target and what it stands in removed',
    kind: 'absent',
    outcome: 'gone',
    isSecondSet: true,
    apply({ lost }) {
      (lost.parentElement === document.body ? lost : (lost.parentElement ?? lost)).remove();
    },
  },
  {
    name: 'its row or block removed',
    kind: 'absent',
    outcome: 'gone',
    apply({ lost }) {
      (lost.closest('tr, li, article, form, .card, .post, .job, .plan, .result') ?? lost).remove();
    },
  },
  {
    name: 'another thing in its place',
    kind: 'absent',
    outcome: 'gone',
    // A field's place with another value in it is that field with another value.
    purpose: 'action',
    apply({ document, lost, word }) {
      const other = lost.cloneNode(false) as Element;
      const said = `other${lost.textContent}${lost.parentElement?.textContent ?? ''}`;
      for (const name of other.getAttributeNames()) {
        if (/^(?:id|name|aria-label|title|placeholder|href|value|data-.*)$/.test(name)) {
          other.setAttribute(name, word(`${name}${said}`));
        }
      }
      other.removeAttribute('aria-labelledby');
      other.textContent = word(said);
      lost.replaceWith(other);
      // What it was called goes with it.
      for (const label of document.querySelectorAll('label')) {
        const isItsOwn = label.contains(other) || label.getAttribute('for') === lost.id;
        for (const node of isItsOwn ? label.childNodes : []) {
          if (node.nodeType === 3) node.nodeValue = word(node.nodeValue ?? '');
        }
      }
    },
  },
  {
    name: 'removed, and classes renamed',
    kind: 'absent',
    outcome: 'gone',
    isSecondSet: true,
    apply({ lost, all, word }) {
      lost.remove();
      for (const element of all('body [class]')) element.className = `c-${word(element.className)}`;
    },
  },
  {
    name: 'removed, and the page shuffled',
    kind: 'absent',
    outcome: 'gone',
    apply({ document, lost, shuffle }) {
      lost.remove();
      document.body.append(...shuffle([...document.body.children]));
    },
  },
  {
    name: 'another page',
    kind: 'absent',
    outcome: 'gone',
    takesAll: true,
    isSecondSet: true,
    apply({ document, otherHtml }) {
      document.body.innerHTML = otherHtml;
    },
  },
  {
    name: 'nothing but an error',
    kind: 'absent',
    outcome: 'gone',
    takesAll: true,
    apply({ document }) {
      document.body.innerHTML =
        '<h1>Something went wrong</h1><p>Try again later.</p><a href="/">Home</a><button>Try again</button>';
    },
  },
];

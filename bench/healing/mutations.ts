import type { Kit, Mutation } from '../../test-kit/stress/mutations/mutation.ts';
import { replayMutations } from '../../test-kit/stress/stress-pages.ts';

/** What a redesign of the bench is done with, beside the kit of running replays. */
export interface BenchKit extends Kit {
  /** The one target that is to vanish. */
  readonly lost: Element;
  /** Another main part for the page, as after a redirect. */
  readonly otherHtml: string;
  /** Share of the page that is to change, 0 to 1, where that is measured. */
  readonly level: number;
}

/** One way to redesign a page of the bench. It runs in the page and takes nothing from module scope. */
export interface BenchMutation {
  readonly name: string;
  /** `absent`: the target is taken away. */
  readonly kind: Mutation['kind'] | 'absent';
  /** Whether the target is still there afterwards. */
  readonly outcome: 'kept' | 'gone';
  /** Done only to targets of this kind. */
  readonly purpose?: 'action' | 'field';
  /** Whether all targets of the page go at once. */
  readonly takesAll?: boolean;
  /** Set aside at first; see the README of `bench/` on how far that held. */
  readonly isSecondSet: boolean;
  readonly apply: (kit: BenchKit) => void;
}

/** Redesigns that no running replay is put through: they change data or requests, or take the target away, one at a time. */
const ownMutations: readonly Omit<BenchMutation, 'isSecondSet'>[] = [
  {
    name: 'form names renamed',
    kind: 'attributes',
    outcome: 'kept',
    apply: ({ all, word }) => {
      for (const field of all('[name]'))
        field.setAttribute('name', word(field.getAttribute('name') ?? ''));
    },
  },
  {
    name: 'addresses made absolute',
    kind: 'attributes',
    outcome: 'kept',
    apply: ({ all }) => {
      for (const link of all('a[href^="/"]')) {
        link.setAttribute('href', `https://www.example.com${link.getAttribute('href') ?? ''}`);
      }
    },
  },
  {
    name: 'addresses with a session',
    kind: 'attributes',
    outcome: 'kept',
    apply: ({ all }) => {
      for (const link of all('a[href]')) {
        const href = link.getAttribute('href') ?? '';
        link.setAttribute('href', `${href}${href.includes('?') ? '&' : '?'}sid=8f2c91`);
      }
    },
  },
  {
    name: 'addresses changed',
    kind: 'attributes',
    outcome: 'kept',
    apply: ({ all, word }) => {
      for (const link of all('a[href]')) {
        link.setAttribute('href', `/go/${word(link.getAttribute('href') ?? '')}`);
      }
    },
  },
  {
    name: 'addresses handled by script',
    kind: 'attributes',
    outcome: 'kept',
    apply: ({ all }) => {
      for (const link of all('a[href]')) link.setAttribute('href', '#');
    },
  },
  {
    name: 'links become buttons',
    kind: 'tags',
    outcome: 'kept',
    apply: ({ all, retag }) => {
      for (const link of all('a[href]')) retag(link, 'button').removeAttribute('href');
    },
  },
  {
    name: 'forms become blocks',
    kind: 'tags',
    outcome: 'kept',
    apply: ({ all, retag }) => {
      for (const form of all('form, fieldset')) retag(form, 'div');
    },
  },
  {
    name: 'targets moved to the top of the page',
    kind: 'order',
    outcome: 'kept',
    apply: ({ document, targets }) => {
      const bar = document.createElement('div');
      bar.className = 'quick';
      document.body.prepend(bar);
      for (const target of targets().slice(0, 2)) bar.append(target);
    },
  },
  {
    name: 'a row before all others',
    kind: 'rows',
    outcome: 'kept',
    apply: ({ all, word }) => {
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
    name: 'a field before all others in every form',
    kind: 'decoys',
    outcome: 'kept',
    apply: ({ document, all }) => {
      for (const form of all('form')) {
        const label = document.createElement('label');
        label.innerHTML = 'Customer number <input name="customer_no" class="wide">';
        form.prepend(label);
      }
    },
  },
  {
    name: 'own texts longer',
    kind: 'texts',
    outcome: 'kept',
    apply: ({ targets }) => {
      for (const target of targets()) {
        if (/\p{L}/u.test(target.textContent)) target.append(' now');
      }
    },
  },
  {
    name: 'own texts with an arrow',
    kind: 'texts',
    outcome: 'kept',
    apply: ({ targets }) => {
      for (const target of targets()) {
        if (/^(?:A|BUTTON)$/.test(target.tagName)) target.append(' →');
      }
    },
  },
  {
    name: 'counters and badges added',
    kind: 'texts',
    outcome: 'kept',
    apply: ({ all, random }) => {
      for (const link of all('a, button')) {
        if (/\p{L}/u.test(link.textContent)) link.append(` (${Math.floor(random() * 90)})`);
      }
    },
  },
  {
    name: 'attributes all gone, structure kept',
    kind: 'combined',
    outcome: 'kept',
    apply: ({ all }) => {
      for (const element of all('body *')) {
        for (const name of ['class', 'id', 'name', 'data-testid', 'title', 'itemprop']) {
          element.removeAttribute(name);
        }
      }
    },
  },
  {
    name: 'target removed',
    kind: 'absent',
    outcome: 'gone',
    apply: ({ lost }) => {
      lost.remove();
    },
  },
  {
    name: 'target hidden',
    kind: 'absent',
    outcome: 'gone',
    apply: ({ lost }) => {
      (lost as HTMLElement).style.display = 'none';
    },
  },
  {
    name: 'target and what it stands in removed',
    kind: 'absent',
    outcome: 'gone',
    apply: ({ lost }) => {
      (lost.parentElement === document.body ? lost : (lost.parentElement ?? lost)).remove();
    },
  },
  {
    name: 'its row or block removed',
    kind: 'absent',
    outcome: 'gone',
    apply: ({ lost }) => {
      (lost.closest('tr, li, article, form, .card, .post, .job, .plan, .result') ?? lost).remove();
    },
  },
  {
    name: 'another thing in its place',
    kind: 'absent',
    outcome: 'gone',
    purpose: 'action',
    apply: ({ document, lost, word }) => {
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
    apply: ({ lost, all, word }) => {
      lost.remove();
      for (const element of all('body [class]')) element.className = `c-${word(element.className)}`;
    },
  },
  {
    name: 'removed, and the page shuffled',
    kind: 'absent',
    outcome: 'gone',
    apply: ({ document, lost, shuffle }) => {
      lost.remove();
      document.body.append(...shuffle([...document.body.children]));
    },
  },
  {
    name: 'another page',
    kind: 'absent',
    outcome: 'gone',
    takesAll: true,
    apply: ({ document, otherHtml }) => {
      document.body.innerHTML = otherHtml;
    },
  },
  {
    name: 'nothing but an error',
    kind: 'absent',
    outcome: 'gone',
    takesAll: true,
    apply: ({ document }) => {
      document.body.innerHTML =
        '<h1>Something went wrong</h1><p>Try again later.</p><a href="/">Home</a><button>Try again</button>';
    },
  },
];

/** The set of each redesign, in an order that decides the seeds: recorded results keep their meaning. */
const sets: readonly (readonly [name: string, set: 1 | 2])[] = [
  ['classes renamed', 1],
  ['classes hashed by a build', 2],
  ['classes dropped', 1],
  ['utility classes added', 2],
  ['classes handed to others', 1],
  ['ids renamed', 1],
  ['ids made up at each load', 2],
  ['ids dropped, labels cut off', 1],
  ['ids handed to others', 2],
  ['test ids and data attributes dropped', 1],
  ['data attributes added', 2],
  ['form names renamed', 1],
  ['titles and placeholders dropped', 2],
  ['placeholders reworded', 1],
  ['spoken names dropped where there is a text', 2],
  ['addresses made absolute', 1],
  ['addresses with a session', 2],
  ['addresses changed', 1],
  ['addresses handled by script', 2],
  ['roles and labels made explicit', 1],
  ['targets wrapped', 1],
  ['targets wrapped thrice', 2],
  ['texts of targets wrapped', 1],
  ['page wrapped', 1],
  ['every block wrapped', 2],
  ['plain wrappers taken away', 1],
  ['blocks become sections', 2],
  ['sections become blocks', 1],
  ['buttons become links', 1],
  ['buttons become blocks with a role', 2],
  ['links become buttons', 1],
  ['submits become buttons', 2],
  ['headings one level down', 1],
  ['headings become blocks', 2],
  ['spans become blocks', 1],
  ['paragraphs become blocks', 2],
  ['lists become blocks', 1],
  ['tables become blocks', 2],
  ['term lists become tables', 1],
  ['main part in a shadow root', 2],
  ['forms become blocks', 1],
  ['targets first among their siblings', 1],
  ['targets last among their siblings', 2],
  ['siblings in reverse', 1],
  ['blocks of the page shuffled', 1],
  ['blocks of the main part shuffled', 2],
  ['targets moved to the top of the page', 2],
  ['header and footer change places', 1],
  ['forms moved to the end', 1],
  ['columns of tables change places', 2],
  ['rows sorted the other way', 1],
  ['page pushed down', 1],
  ['page squeezed to a phone', 2],
  ['everything floats', 1],
  ['from right to left', 2],
  ['twins in clothes before the targets', 1],
  ['same ids earlier in the page', 2],
  ['same classes earlier in the page', 1],
  ['same words in a text', 2],
  ['hidden copy of the page', 1],
  ['cookie dialog', 2],
  ['banner and advertisement', 1],
  ['a row before all others', 2],
  ['a link before all others in every menu', 1],
  ['a field before all others in every form', 2],
  ['a second button beside every button', 1],
  ['own texts longer', 1],
  ['own texts with an arrow', 2],
  ['capitals', 1],
  ['actions replaced by other words', 1],
  ['actions reworded in part', 2],
  ['actions say more', 1],
  ['headings reworded', 1],
  ['labels reworded', 2],
  ['everything beside the targets reworded', 1],
  ['numbers counted on', 1],
  ['counters and badges added', 2],
  ['page in another language, marked as such', 1],
  ['page in another language, not marked', 2],
  ['new style sheet: classes and ids renamed', 1],
  ['new framework: classes hashed, wrapped, blocks for sections', 2],
  ['new order and new classes', 1],
  ['new texts around, new classes, new place', 2],
  ['attributes all gone, structure kept', 1],
  ['twins, and classes dropped', 2],
  ['target removed', 1],
  ['target hidden', 1],
  ['target and what it stands in removed', 2],
  ['its row or block removed', 1],
  ['another thing in its place', 1],
  ['removed, and classes renamed', 2],
  ['removed, and the page shuffled', 1],
  ['another page', 2],
  ['nothing but an error', 1],
];

const known = new Map<string, Omit<BenchMutation, 'isSecondSet'>>([
  ...replayMutations.map((mutation) => [mutation.name, { ...mutation, outcome: 'kept' }] as const),
  ...ownMutations.map((mutation) => [mutation.name, mutation] as const),
]);

/** Redesigns of one page that keep the targets, and those that take one away. */
export const mutations: readonly BenchMutation[] = sets.flatMap(([name, set]) => {
  const mutation = known.get(name);
  return mutation === undefined ? [] : [{ ...mutation, isSecondSet: set === 2 }];
});

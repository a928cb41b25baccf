import type { Mutation } from './mutation.ts';

/** What the page says. */
export const textMutations: readonly Mutation[] = [
  {
    name: 'own texts longer',
    kind: 'texts',
    changes: 'data',
    outcome: 'kept',
    apply({ targets }) {
      for (const target of targets()) {
        if (/\p{L}/u.test(target.textContent)) target.append(' now');
      }
    },
  },
  {
    name: 'own texts with an arrow',
    kind: 'texts',
    changes: 'data',
    outcome: 'kept',
    isSecondSet: true,
    apply({ targets }) {
      for (const target of targets()) {
        if (/^(?:A|BUTTON)$/.test(target.tagName)) target.append(' →');
      }
    },
  },
  {
    name: 'capitals',
    kind: 'texts',
    outcome: 'kept',
    apply({ texts }) {
      for (const text of texts()) text.data = text.data.toUpperCase();
    },
  },
  {
    name: 'actions replaced by other words',
    kind: 'texts',
    outcome: 'kept',
    apply({ texts, word }) {
      for (const text of texts()) {
        if (text.parentElement?.closest('button') != null) text.data = word(text.data);
      }
    },
  },
  {
    name: 'actions reworded in part',
    kind: 'texts',
    outcome: 'kept',
    isSecondSet: true,
    apply({ texts }) {
      for (const text of texts()) {
        const words = text.data.trim().split(/\s+/);
        const holder = text.parentElement?.closest('button, a');
        if (holder == null || words.length < 2) continue;
        text.data = [...words.slice(1), 'here'].join(' ');
      }
    },
  },
  {
    name: 'actions say more',
    kind: 'texts',
    outcome: 'kept',
    apply({ texts }) {
      for (const text of texts()) {
        const isAction = text.parentElement?.closest('button, a, [role=button]') != null;
        if (isAction && /\p{L}/u.test(text.data)) text.data = `${text.data.trimEnd()} now`;
      }
    },
  },
  {
    name: 'headings reworded',
    kind: 'texts',
    outcome: 'kept',
    apply({ texts, word }) {
      for (const text of texts()) {
        if (/^H[1-4]$/.test(text.parentElement?.tagName ?? '')) text.data = word(text.data);
      }
    },
  },
  {
    name: 'labels reworded',
    kind: 'texts',
    outcome: 'kept',
    isSecondSet: true,
    apply({ texts }) {
      for (const text of texts()) {
        const isLabel = /^(?:LABEL|DT|TH)$/.test(text.parentElement?.tagName ?? '');
        if (isLabel && /\p{L}/u.test(text.data))
          text.data = `Your ${text.data.trim().toLowerCase()} `;
      }
    },
  },
  {
    name: 'everything beside the targets reworded',
    kind: 'texts',
    outcome: 'kept',
    apply({ targets, texts, word }) {
      const own = targets();
      for (const text of texts()) {
        if (!own.some((target) => target.contains(text))) text.data = word(text.data);
      }
    },
  },
  {
    name: 'numbers counted on',
    kind: 'texts',
    outcome: 'kept',
    apply({ texts }) {
      for (const text of texts()) {
        text.data = text.data.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10));
      }
    },
  },
  {
    name: 'counters and badges added',
    kind: 'texts',
    changes: 'data',
    outcome: 'kept',
    isSecondSet: true,
    apply({ all, random }) {
      for (const link of all('a, button')) {
        if (/\p{L}/u.test(link.textContent)) link.append(` (${Math.floor(random() * 90)})`);
      }
    },
  },
  {
    name: 'page in another language, marked as such',
    kind: 'language',
    outcome: 'kept',
    apply({ document, texts, all, word }) {
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
  },
  {
    name: 'page in another language, not marked',
    kind: 'language',
    outcome: 'kept',
    isSecondSet: true,
    apply({ texts, all, word }) {
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
  },
];

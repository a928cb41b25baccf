import type { Mutation } from './mutation.ts';

/** Items that came and went since the recording, as they do on a page that lives. */
export const rowMutations: readonly Mutation[] = [
  {
    name: 'rows added',
    kind: 'rows',
    changes: 'rows',
    outcome: 'kept',
    apply({ rows, addRow, random }) {
      const all = rows();
      for (const row of all) if (row === all.at(-1) || random() < 0.2) addRow(row);
    },
  },
  {
    name: 'a row added before all others',
    kind: 'rows',
    changes: 'rows',
    outcome: 'kept',
    apply({ rows, addRow }) {
      const [first] = rows();
      if (first !== undefined) addRow(first);
    },
  },
  {
    name: 'rows removed',
    kind: 'rows',
    changes: 'rows',
    outcome: 'kept',
    apply({ rows, random }) {
      const [, ...others] = rows();
      for (const row of others) if (row === others.at(-1) || random() < 0.3) row.remove();
    },
  },
  {
    name: 'first row removed',
    kind: 'rows',
    changes: 'rows',
    outcome: 'kept',
    apply({ rows }) {
      const [first, second] = rows();
      if (second !== undefined) first?.remove();
    },
  },
];

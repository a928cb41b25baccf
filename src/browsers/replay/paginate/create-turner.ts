import { createListScroller } from './create-list-scroller.ts';
import { createPresser } from './create-presser.ts';
import type { PageView, PaginationInput } from './page-view.ts';
import { followLink, type Turner } from './turn-page.ts';

/** Makes the one that the kind of pagination asks for. */
export function createTurner(input: PaginationInput, view: PageView): Turner {
  const { by } = input.step;
  if (by.kind === 'scroll') return createListScroller(input, view);
  if (by.kind === 'urlTemplate') return createCounter(input, view, by.template);
  return createPresser(input, view, by);
}

function createCounter(input: PaginationInput, view: PageView, template: string): Turner {
  let number = 1;
  return {
    findEnd: async () => undefined,
    turn(current) {
      number += 1;
      return followLink(input, view, template.replaceAll('{page}', String(number)), current);
    },
  };
}

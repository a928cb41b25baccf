import type { Page } from 'playwright-core';

/** Where a value stands in a page. */
export interface ValuePlace {
  /** Absolute XPath of the deepest element that holds it. */
  readonly path: string;
  /** Elements that hold it so. */
  readonly count: number;
}

/** Finds the deepest visible elements whose texts hold the values, which are squeezed: lower case, without spaces. */
export function findValuePlaces(
  page: Page,
  values: readonly string[],
): Promise<readonly (ValuePlace | null)[]> {
  return page.evaluate(toExpression(findPlaces, values));
}

/** The cells, as absolute XPaths, of the rows of the table that says most of what is expected. */
export function findTableCells(
  page: Page,
  rows: readonly (readonly string[])[],
): Promise<readonly (readonly string[])[]> {
  return page.evaluate(toExpression(findCells, rows));
}

type InPage<Input, Output> = (
  input: Input,
  squeeze: (text: string) => string,
  pathOf: (element: Element) => string,
) => Output;

/** An expression that calls a function in the page; what it uses is handed to it. */
function toExpression<Input, Output>(find: InPage<Input, Output>, input: Input): string {
  return `(${String(find)})(${JSON.stringify(input)}, ${String(squeezeShown)}, ${String(pathOf)})`;
}

function squeezeShown(text: string): string {
  return text
    .replace(/[\s\u200B]+/g, '')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-');
}

function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const tag = at.localName;
    const same = [...(at.parentElement?.children ?? [at])].filter(
      (other) => other.localName === tag,
    );
    steps.unshift(`*[local-name()="${tag}"][${same.indexOf(at) + 1}]`);
  }
  return `/${steps.join('/')}`;
}

function findPlaces(
  values: readonly string[],
  squeeze: (text: string) => string,
  toPath: (element: Element) => string,
): readonly (ValuePlace | null)[] {
  const silent = /^(?:script|style|noscript|template|option|title)$/;
  const elements = [...document.body.querySelectorAll('*')]
    .filter((element) => !silent.test(element.localName))
    .slice(0, 40_000)
    .map((element) => ({ element, said: squeeze(element.textContent ?? '') }))
    .filter(({ said }) => said.length > 0 && said.length < 20_000);
  return values.map((value) => {
    const holders = elements.filter(({ said }) => said.includes(value));
    const own = new Set(holders.map(({ element }) => element));
    const deepest = holders.filter(
      ({ element }) =>
        ![...element.children].some((child) => own.has(child)) && element.checkVisibility(),
    );
    const [first] = deepest;
    return first === undefined ? null : { path: toPath(first.element), count: deepest.length };
  });
}

function findCells(
  rows: readonly (readonly string[])[],
  squeeze: (text: string) => string,
  toPath: (element: Element) => string,
): readonly (readonly string[])[] {
  let best: { readonly trs: readonly Element[]; readonly hits: number } = { trs: [], hits: 0 };
  for (const table of document.querySelectorAll('table')) {
    const trs = [...table.querySelectorAll('tr')].filter((tr) => tr.closest('table') === table);
    const matched = new Set<Element>();
    for (const row of rows) {
      const wanted = [...new Set(row.map(squeeze))].filter((value) => value !== '');
      const tr = trs.find((one) => {
        const said = squeeze(one.textContent ?? '');
        const common = wanted.filter((value) => said.includes(value)).length;
        return !matched.has(one) && common >= 0.8 * wanted.length;
      });
      if (tr !== undefined) matched.add(tr);
    }
    if (matched.size > best.hits) best = { trs: [...matched], hits: matched.size };
  }
  return best.trs.map((tr) =>
    [...tr.children]
      .flatMap((cell) => {
        const inner = [...cell.querySelectorAll('*')].filter(
          (one) => one.children.length === 0 && (one.textContent ?? '').trim() !== '',
        );
        return inner.length > 0 ? inner : [cell];
      })
      .filter((one) => (one.textContent ?? '').trim() !== '' && one.checkVisibility())
      .map(toPath),
  );
}

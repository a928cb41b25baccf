/** Finds what a selector of the Recorder leads to, without any checking, as a naive replay does. */
export type Finder = (selector: string | readonly string[]) => Element[];

/** Runs in the page and takes nothing from module scope. */
export function createFinder(script: {
  call(name: string, question: object): unknown;
  elementOf(mark: number): Element | undefined;
}): Finder {
  interface Described {
    readonly mark: number;
    readonly element: { readonly role: string; readonly name: string };
  }
  let named: readonly Described[] | undefined;

  function byName(text: string): Element[] {
    const [, name = '', role = ''] = /^(.*)\[role="(.*)"\]$/s.exec(text) ?? [];
    named ??= script.call('candidates', {
      purpose: 'action',
      limit: 5_000,
    }) as readonly Described[];
    return named
      .filter(
        ({ element }) => element.role === role && element.name === name.replace(/\\(.)/g, '$1'),
      )
      .map(({ mark }) => script.elementOf(mark))
      .filter((element) => element !== undefined);
  }

  function byText(text: string): Element[] {
    const holders: Element[] = [];
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot !== null) roots.push(element.shadowRoot);
        const said = element.textContent.replace(/\s+/g, ' ');
        if (!/^(?:HTML|HEAD|TITLE|SCRIPT|STYLE)$/.test(element.tagName) && said.includes(text)) {
          holders.push(element);
        }
      }
    }
    return holders.filter(
      (holder) => !holders.some((other) => other !== holder && holder.contains(other)),
    );
  }

  function byXPath(path: string): Element[] {
    const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const elements: Element[] = [];
    for (let at = 0; at < found.snapshotLength; at += 1) {
      const node = found.snapshotItem(at);
      if (node instanceof Element) elements.push(node);
    }
    return elements;
  }

  return (selector) => {
    if (typeof selector !== 'string') {
      let scopes: (Document | ShadowRoot)[] = [document];
      let found: Element[] = [];
      for (const part of selector) {
        found = scopes.flatMap((scope) => [...scope.querySelectorAll(part)]);
        scopes = found.flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : [shadowRoot]));
      }
      return found;
    }
    if (selector.startsWith('aria/')) return byName(selector.slice(5));
    if (selector.startsWith('text/')) return byText(selector.slice(5));
    if (selector.startsWith('xpath/')) return byXPath(selector.slice(6));
    return [...document.querySelectorAll(selector)];
  };
}

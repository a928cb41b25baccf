import { isContainerMatch, isMediaMatch, isSupported } from './evaluate-condition.ts';
import { type RuleVisitor, type SplitRule, splitRules } from './split-rules.ts';

/** A style rule that applies on the screen that pages are read for. */
export interface StyleRule {
  /** Selector lists, the outermost first: more than one for a nested rule. */
  readonly selectors: readonly string[];
  readonly declarations: string;
  /** Place among all rules of the page: a later one has a greater number. */
  readonly order: number;
  readonly layer: Layer;
  /** Parts of the page that the rule is limited to, by `@scope`. */
  readonly scopes: readonly Scope[];
}

const selectorForAll = /^(?::root|html|body|\*|:host)(?:\s*,|$)/i;

/** Whether what a rule states holds for all elements, by its first selector. */
export function isForAll({ selectors }: StyleRule): boolean {
  return selectors.length === 1 && selectorForAll.test(selectors[0] ?? '');
}

export interface Scope {
  /** Selector list; an element is in the scope of a matching element and below. */
  readonly root: string | undefined;
  /** Selector list; what matches is out of the scope again. */
  readonly limit: string | undefined;
}

/** A cascade layer. */
export class Layer {
  /** Rank among the layers: of declarations that are not important, those of a greater one win. */
  rank = 0;
  private readonly inner = new Map<string, Layer>();

  /** Returns the layer of a name such as `base.forms` in this one; made where it is named first. */
  open(name: string): Layer {
    const [first = '', ...rest] = name.split('.', maxLayerDepth);
    let found = this.inner.get(first);
    if (found === undefined) {
      found = new Layer();
      this.inner.set(first, found);
    }
    return rest.length === 0 ? found : found.open(rest.join('.'));
  }

  /** Numbers the layers: inner ones before the one around them. Returns the next number. */
  rankAll(next = 1): number {
    let rank = next;
    for (const layer of this.inner.values()) rank = layer.rankAll(rank);
    this.rank = rank;
    return rank + 1;
  }
}

/** Levels of layers inside layers; deeper ones are the same layer. */
const maxLayerDepth = 32;

/** Returns the style rules of the page's sheets that apply, in the order of the cascade. */
export function readSheets(sheets: readonly string[]): readonly StyleRule[] {
  const root = new Layer();
  const reader = new SheetReader(root);
  for (const sheet of sheets) {
    splitRules(sheet, reader);
    reader.startNext(sheet.length);
  }
  root.rankAll();
  return reader.rules;
}

class SheetReader implements RuleVisitor {
  readonly rules: StyleRule[] = [];
  /** The layers and scopes around the rule, the innermost last. */
  private readonly around: { readonly layer: Layer; readonly scopes: readonly Scope[] }[];
  private offset = 0;
  private anonymous = 0;

  constructor(root: Layer) {
    this.around = [{ layer: root, scopes: [] }];
  }

  startNext(length: number): void {
    this.offset += length;
  }

  rule({ selectors, declarations, position }: SplitRule): void {
    const around = this.around.at(-1);
    if (around === undefined || declarations.trim() === '') return;
    this.rules.push({ selectors, declarations, order: this.offset + position, ...around });
  }

  openAtRule(name: string, prelude: string): boolean {
    const around = this.around.at(-1);
    if (around === undefined) return false;
    switch (name) {
      case 'media': {
        if (!isMediaMatch(prelude)) return false;
        break;
      }
      case 'supports': {
        if (!isSupported(prelude)) return false;
        break;
      }
      case 'container': {
        if (!isContainerMatch(prelude)) return false;
        break;
      }
      case 'layer': {
        this.around.push({ ...around, layer: this.openLayer(around.layer, prelude) });
        return true;
      }
      case 'scope': {
        this.around.push({ ...around, scopes: [...around.scopes, toScope(prelude)].slice(-4) });
        return true;
      }
      default: {
        return false;
      }
    }
    this.around.push(around);
    return true;
  }

  closeAtRule(): void {
    this.around.pop();
  }

  statement(rule: string, prelude: string): void {
    const layer = this.around.at(-1)?.layer;
    if (rule !== 'layer' || layer === undefined) return;
    for (const name of prelude.split(',')) layer.open(name.trim());
  }

  private openLayer(outer: Layer, name: string): Layer {
    if (this.around.length > maxLayerDepth) return outer;
    if (name !== '') return outer.open(name);
    this.anonymous += 1;
    // A name that no page can write.
    return outer.open(` ${this.anonymous}`);
  }
}

function toScope(prelude: string): Scope {
  const [root, limit] = prelude.split(/\)\s*to\s*\(/i);
  return { root: toPlainList(root), limit: toPlainList(limit) };
}

/** Returns a selector list without the parentheses around it. */
function toPlainList(text: string | undefined): string | undefined {
  const list = text?.trim().replace(/^\(/, '').replace(/\)$/, '').trim();
  return list === '' ? undefined : list;
}

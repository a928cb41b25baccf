import { ident, string, url } from 'css-tree/utils';
import { isContainerMatch, isMediaMatch, isSupported } from './evaluate-condition.ts';
import type { SheetRule } from './sheet-rule.ts';
import { findStringEnd, findUrlEnd, splitSheet } from './split-rules.ts';

/** A style rule that applies on the screen that pages are read for. */
export interface StyleRule {
  /** As it stands in the sheet. */
  readonly source: SheetRule;
  /** Place among all rules of the page: a later one has a greater number. */
  readonly order: number;
  readonly layer: Layer;
  /** Parts of the page that the rule is limited to, by `@scope`. */
  readonly scopes: readonly Scope[];
  /** Prefixes of namespaces that the page's sheets declare. */
  readonly prefixes: ReadonlySet<string>;
}

const selectorForAll = /^(?::root|html|body|\*|:host)(?:\s*,|$)/i;

/** Whether what a rule states holds for all elements, by its first selector. */
export function isForAll({ source: { selectors } }: StyleRule): boolean {
  return selectors.length === 1 && selectorForAll.test(selectors[0] ?? '');
}

export interface Scope {
  /** Selector list; an element is in the scope of a matching element and below. */
  readonly root: string | undefined;
  /** Selector list; what matches is out of the scope again. */
  readonly limit: string | undefined;
}

/** A cascade layer. */
class Layer {
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

/** What an animation states at its ends, as declarations. */
export interface Keyframes {
  readonly start: string;
  readonly end: string;
}

export interface PageSheets {
  /** The rules that apply, in the order of the cascade. */
  readonly rules: readonly StyleRule[];
  readonly keyframes: ReadonlyMap<string, Keyframes>;
  /** Initial values of custom properties, by `@property`. */
  readonly initialValues: ReadonlyMap<string, string>;
}

/** What makes a container: without one, no condition of `@container` holds. */
const container = /container(?:-type)?\s*:/i;

/** Reads the style sheets of a page. */
export function readSheets(sheets: readonly string[]): PageSheets {
  const root = new Layer();
  const reader = new SheetReader(
    root,
    sheets.some((sheet) => sheet.includes('@container')) &&
      sheets.some((sheet) => container.test(sheet)),
  );
  for (const sheet of sheets) reader.read(sheet);
  root.rankAll();
  const { rules, keyframes, initialValues } = reader;
  return { rules, keyframes, initialValues };
}

class SheetReader {
  readonly rules: StyleRule[] = [];
  readonly keyframes = new Map<string, Keyframes>();
  readonly initialValues = new Map<string, string>();
  /** The block of `@keyframes` or `@property` that is open: what it names. */
  private frames: string | undefined;
  private property: string | undefined;
  /** The layers and scopes around the rule, the innermost last. */
  private readonly around: { readonly layer: Layer; readonly scopes: readonly Scope[] }[];
  private readonly prefixes = new Set<string>();
  private offset = 0;
  private anonymous = 0;
  private imports = 0;
  /** Whether nothing has come in the sheet yet that imports must stand before. */
  private mayImport = true;

  private readonly hasContainers: boolean;

  constructor(root: Layer, hasContainers: boolean) {
    this.hasContainers = hasContainers;
    this.around = [{ layer: root, scopes: [] }];
  }

  read(sheet: string): void {
    this.mayImport = true;
    /** At-rules that are open around what is left out. */
    let skipped = 0;
    for (const part of splitSheet(sheet)) {
      if (part.kind !== 'statement') this.mayImport = false;
      if (skipped > 0) {
        if (part.kind === 'open') skipped += 1;
        else if (part.kind === 'close') skipped -= 1;
      } else if (part.kind === 'rule') this.rule(part);
      else if (part.kind === 'open') {
        if (!this.openAtRule(part.name, part.prelude)) skipped = 1;
      } else if (part.kind === 'close') this.closeAtRule(part.descriptors);
      else if (part.kind === 'statement') this.statement(part.name, part.prelude);
    }
    this.offset += sheet.length;
  }

  private rule(source: SheetRule): void {
    if (this.frames !== undefined) {
      this.addFrame(this.frames, source.selectors.at(-1) ?? '', source.declarations);
      return;
    }
    const around = this.around.at(-1);
    if (around === undefined) return;
    const { layer, scopes } = around;
    const order = this.offset + source.position;
    this.rules.push({ source, order, layer, scopes, prefixes: this.prefixes });
  }

  /** Opens an at-rule; `false` where the rules inside it do not apply on this page. */
  private openAtRule(name: string, prelude: string): boolean {
    const around = this.around.at(-1);
    if (around === undefined) return false;
    switch (name) {
      case 'container': {
        if (!this.hasContainers || !isContainerMatch(prelude)) return false;
        break;
      }
      case 'keyframes':
      case '-webkit-keyframes': {
        this.frames = ident.decode(prelude.replaceAll(/^["']|["']$/g, ''));
        this.keyframes.set(this.frames, { start: '', end: '' });
        break;
      }
      case 'property': {
        this.property = prelude;
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
    }
    this.around.push(around);
    return true;
  }

  private closeAtRule(descriptors: string): void {
    this.around.pop();
    this.frames = undefined;
    if (this.property === undefined) return;
    const value = /(?:^|[;\s])initial-value\s*:([^;]*)/i.exec(descriptors)?.[1];
    if (value !== undefined) this.initialValues.set(this.property, value.trim());
    this.property = undefined;
  }

  private addFrame(name: string, places: string, declarations: string): void {
    const frames = this.keyframes.get(name) ?? { start: '', end: '' };
    const isStart = /(?:^|,)\s*(?:from|0%)\s*(?:,|$)/i.test(places);
    const isEnd = /(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i.test(places);
    this.keyframes.set(name, {
      start: isStart ? `${frames.start};${declarations}` : frames.start,
      end: isEnd ? `${frames.end};${declarations}` : frames.end,
    });
  }

  private statement(rule: string, prelude: string): void {
    if (rule === 'namespace') {
      const prefix = /^\s*([\w-]+)\s*(?:["']|url\()/i.exec(prelude)?.[1];
      if (prefix !== undefined && prefix.toLowerCase() !== 'url') this.prefixes.add(prefix);
      return;
    }
    if (rule === 'import') {
      if (this.mayImport) this.import(prelude);
      return;
    }
    const layer = this.around.at(-1)?.layer;
    if (rule !== 'layer' || layer === undefined) return;
    for (const name of prelude.split(',')) layer.open(name.trim());
  }

  /** Reads a sheet that stands in its own URL, where the `@import` stands; other sheets are not loaded. */
  private import(prelude: string): void {
    const { href, rest } = splitImport(prelude.trim());
    const sheet = this.imports < maxImports ? readDataSheet(href) : undefined;
    const around = this.around.at(-1);
    if (sheet === undefined || around === undefined) return;
    const [, isLayer, layer, supports, media = ''] = importCondition.exec(rest) ?? [];
    if (supports !== undefined && !isSupported(`(${supports})`) && !isSupported(supports)) return;
    if (!isMediaMatch(media)) return;
    this.imports += 1;
    const name = (layer ?? '').trim();
    this.around.push(
      isLayer === undefined ? around : { ...around, layer: this.openLayer(around.layer, name) },
    );
    this.read(sheet);
    this.around.pop();
    this.mayImport = true;
  }

  private openLayer(outer: Layer, name: string): Layer {
    if (this.around.length > maxLayerDepth) return outer;
    if (name !== '') return outer.open(name);
    this.anonymous += 1;
    // A name that no page can write.
    return outer.open(` ${this.anonymous}`);
  }
}

/** Sheets that `@import` reads on a page. Each stands in the text of the one that imports it, so that they end. */
const maxImports = 100;
const importCondition =
  /^\s*(layer\b(?:\(([^()]*)\))?)?\s*(?:supports\(((?:[^()]|\([^()]*\))*)\))?\s*(.*)$/is;

/** Returns the URL of an `@import`, and what stands behind it. */
function splitImport(prelude: string): { readonly href: string; readonly rest: string } {
  const code = prelude.charCodeAt(0);
  if (code === 0x22 || code === 0x27) {
    const end = findStringEnd(prelude, 0, code) + 1;
    return { href: string.decode(prelude.slice(0, end)), rest: prelude.slice(end) };
  }
  if (!/^url\(/i.test(prelude)) return { href: '', rest: '' };
  const plainEnd = findUrlEnd(prelude, 3);
  if (plainEnd !== undefined)
    return { href: url.decode(prelude.slice(0, plainEnd + 1)), rest: prelude.slice(plainEnd + 1) };
  const inner = prelude.slice(4).trimStart();
  const { href, rest } = splitImport(inner);
  return { href, rest: rest.replace(/^\s*\)/, '') };
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

/** Returns the CSS that a `data:` URL holds; `undefined` for another URL and for what browsers do not take as a style sheet. */
export function readDataSheet(url: string): string | undefined {
  const plain = url.trim().replaceAll(/[\t\n\r]/g, '');
  if (!/^data:/i.test(plain)) return undefined;
  const comma = plain.indexOf(',');
  const [type = '', ...parameters] = plain
    .slice('data:'.length, Math.max(0, comma))
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (comma < 0 || type !== 'text/css') return undefined;
  const hash = plain.indexOf('#', comma);
  const data = toBytes(plain.slice(comma + 1, hash < 0 ? undefined : hash));
  if (parameters.at(-1) !== 'base64') return data.toString('utf8');
  return Buffer.from(data.toString('latin1'), 'base64').toString('utf8');
}

/** Resolves `%41`; what is written otherwise stands for itself. */
function toBytes(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text);
  const bytes = Buffer.from(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const hex = bytes[index] === 0x25 ? bytes.toString('latin1', index + 1, index + 3) : '';
    const isEscape = /^[\da-f]{2}$/i.test(hex);
    bytes[length] = isEscape ? Number.parseInt(hex, 16) : (bytes[index] ?? 0);
    length += 1;
    if (isEscape) index += 2;
  }
  return bytes.subarray(0, length);
}

import { findPlainKeys, type ReadSelector, readSelectors } from '../selectors/read-selectors.ts';
import { type StyleGroup, findHint, mayHide, mayState } from '../values/hiding-values.ts';
import { type Declaration, readDeclarations } from './read-declarations.ts';

/**
 * A style rule as it stands in its sheet. What is found out about its text is kept with it, for all pages with that sheet, as long as
 * `splitSheet` keeps the sheet.
 */
export class SheetRule {
  readonly kind = 'rule';
  /** Selector lists, the outermost first: more than one for a nested rule. */
  readonly selectors: readonly string[];
  readonly declarations: string;
  /** Position of the rule's `{`: a later rule has a greater one. */
  readonly position: number;
  // `null` stands for nothing, `undefined` for what has not been looked up.
  private knownKeys: readonly string[] | null | undefined = undefined;
  private knownHint: ReturnType<typeof findHint> | null | undefined = undefined;
  /** Two bits for a fact: whether it is known, and whether it is so. */
  private facts = 0;
  private knownSelectors: readonly ReadSelector[] | null | undefined = undefined;
  private declared: Partial<Record<StyleGroup, readonly Declaration[]>> | undefined = undefined;

  constructor(selectors: readonly string[], declarations: string, position: number) {
    this.selectors = selectors;
    this.declarations = declarations;
    this.position = position;
  }

  /** What an element must have to match, one of them; `undefined` where the selectors have to be parsed for it. */
  get keys(): readonly string[] | undefined {
    if (this.knownKeys === undefined) {
      const [list = '', inner] = this.selectors;
      this.knownKeys = (inner === undefined ? findPlainKeys(list) : undefined) ?? null;
    }
    return this.knownKeys ?? undefined;
  }

  /** Whether the declarations may state a hiding value. */
  get hint(): ReturnType<typeof findHint> {
    if (this.knownHint === undefined) this.knownHint = findHint(this.declarations) ?? null;
    return this.knownHint ?? undefined;
  }

  /** Whether they may state a property of a group. */
  states(group: Exclude<StyleGroup, 'all'>): boolean {
    return this.isSo(groupBits[group], () => mayState(this.declarations, group));
  }

  /** Whether they may hide by a property of a group. */
  hides(group: 'plain' | 'moved'): boolean {
    if (!this.states(group)) return false;
    return this.isSo(group === 'plain' ? 16 : 64, () => mayHide(this.declarations, group));
  }

  /** Whether they may keep the line ends of the source. */
  get keepsLines(): boolean {
    return this.isSo(4096, () => keepsLines.test(this.declarations));
  }

  /** Whether they may display an element as a part of a table. */
  get makesTable(): boolean {
    return this.isSo(16_384, () => makesTable.test(this.declarations));
  }

  /** Whether they may make a box of an element, or of each of its children. */
  get makesBox(): boolean {
    return this.isSo(262_144, () => makesBox.test(this.declarations));
  }

  get hasVariable(): boolean {
    return this.isSo(256, () => this.declarations.includes('var('));
  }

  private isSo(known: number, find: () => boolean): boolean {
    if ((this.facts & known) === 0) this.facts |= find() ? known * 3 : known;
    return (this.facts & (known << 1)) !== 0;
  }

  /** The selectors of its outermost list, as `readSelectors` gives them; `undefined` where it is invalid. */
  readOutermost(): readonly ReadSelector[] | undefined {
    if (this.knownSelectors === undefined)
      this.knownSelectors = readSelectors(this.selectors[0] ?? '', undefined) ?? null;
    return this.knownSelectors ?? undefined;
  }

  /** The declarations of a group, without variables: those that have one are invalid. */
  read(group: StyleGroup): readonly Declaration[] {
    this.declared ??= {};
    return (this.declared[group] ??= readDeclarations(this.declarations, findNothing, group));
  }
}

const makesTable = /display\s*:\s*(?:inline-)?table/i;
const makesBox = /display\s*:\s*(?:block|flow-root|list-item|(?:inline-)?(?:flex|grid))/i;
const keepsLines = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|var\()/i;

const groupBits = { plain: 1, moved: 4, lines: 1024, fading: 65_536 } as const;

function findNothing(): undefined {
  return undefined;
}

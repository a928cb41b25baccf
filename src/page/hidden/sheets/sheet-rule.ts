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
    return this.isSo(stating[group]);
  }

  /** Whether they may hide by a property of a group. */
  hides(group: 'plain' | 'moved'): boolean {
    return this.states(group) && this.isSo(hiding[group]);
  }

  /** Whether they may keep the line ends of the source. */
  get keepsLines(): boolean {
    return this.isSo(keepingLines);
  }

  /** Whether they may display an element as a part of a table. */
  get makesTable(): boolean {
    return this.isSo(makingTables);
  }

  /** Whether they may make a box of an element, or of each of its children. */
  get makesBox(): boolean {
    return this.isSo(makingBoxes);
  }

  get hasVariable(): boolean {
    return this.isSo(havingVariables);
  }

  private isSo({ bit, holds }: Fact): boolean {
    if ((this.facts & bit) === 0) this.facts |= holds(this.declarations) ? bit * 3 : bit;
    return (this.facts & (bit << 1)) !== 0;
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

/** What declarations may say, which is looked for once: `bit` says that it was, the next one what was found. */
interface Fact {
  readonly bit: number;
  readonly holds: (declarations: string) => boolean;
}

const stating: Readonly<Record<Exclude<StyleGroup, 'all'>, Fact>> = {
  plain: { bit: 1, holds: (css) => mayState(css, 'plain') },
  moved: { bit: 4, holds: (css) => mayState(css, 'moved') },
  lines: { bit: 1024, holds: (css) => mayState(css, 'lines') },
  fading: { bit: 65_536, holds: (css) => mayState(css, 'fading') },
};
const hiding: Readonly<Record<'plain' | 'moved', Fact>> = {
  plain: { bit: 16, holds: (css) => mayHide(css, 'plain') },
  moved: { bit: 64, holds: (css) => mayHide(css, 'moved') },
};
const havingVariables: Fact = { bit: 256, holds: (css) => css.includes('var(') };
const keepingLines = toFact(4096, /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|var\()/i);
const makingTables = toFact(16_384, /display\s*:\s*(?:inline-)?table/i);
const makingBoxes = toFact(
  262_144,
  /display\s*:\s*(?:block|flow-root|list-item|(?:inline-)?(?:flex|grid))/i,
);

function toFact(bit: number, pattern: RegExp): Fact {
  return { bit, holds: (css) => pattern.test(css) };
}

function findNothing(): undefined {
  return undefined;
}

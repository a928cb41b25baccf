import type {
  ExtractStep,
  RecipeField,
  Selector,
  Target,
} from '../../../runtime/contracts/recipe/recipe.ts';
import type {
  Collection,
  PaginationEnd,
  ReplayRequest,
  TargetReport,
} from '../../../runtime/contracts/recipe/replay.ts';
import type {
  RecipeFingerprints,
  TargetFingerprint,
} from '../../../runtime/contracts/recipe/fingerprint.ts';
import type { FieldScope } from '../../in-page/field-finder.ts';
import type { ReadOutput } from '../../in-page/item-reader.ts';
import { nameStep } from '../fail-step.ts';

/** The page that something was read from. */
interface CollectedFrom {
  readonly url: string;
  /** BCP 47 tag; empty when the page states none. */
  readonly language: string;
}

/** Groups what extract steps read into pages, and hands on each page when it is complete. */
export interface PageCollector {
  /**
   * Adds what a step collects to its page; returns `false` when it would be a further page and none is allowed: nothing is
   * collected then.
   */
  add(from: CollectedFrom, step: ExtractStep, collect: () => Promise<Collection>): Promise<boolean>;
  /** Hands on the previous page and returns whether another is allowed; calls `mayGoOn` of the request once per page. */
  mayGoOn(): Promise<boolean>;
  /** Hands on the current page. */
  flush(): Promise<void>;
  /** Returns the number of pages handed on, plus the current one. */
  count(): number;
  /** Whether a callback of the request is running. */
  isHandingOn(): boolean;
  /** Returns why no further page is allowed; `undefined` until one was refused. */
  stopped(): Extract<PaginationEnd, 'max_pages' | 'stopped'> | undefined;
}

/** Creates a collector. The first page is allowed from the start: its credits are held before the run. */
export function createPageCollector(request: ReplayRequest): PageCollector {
  let handedOn = 0;
  let pending: (CollectedFrom & { readonly collections: Collection[] }) | undefined;
  let stopped: ReturnType<PageCollector['stopped']>;
  let isHandingOn = false;
  /** Whether a page is allowed and not used yet: a hop without new items does not ask again. */
  let isGranted = true;

  async function flush(): Promise<void> {
    if (pending === undefined) return;
    const { url, language, collections } = pending;
    pending = undefined;
    handedOn += 1;
    const named = language === '' ? {} : { language };
    await handOn(() => request.onPage({ number: handedOn, url, ...named, collections }));
  }

  async function handOn<Reply>(call: () => Promise<Reply>): Promise<Reply> {
    isHandingOn = true;
    try {
      return await call();
    } finally {
      isHandingOn = false;
    }
  }

  async function mayGoOn(): Promise<boolean> {
    await flush();
    if (isGranted) return true;
    if (handedOn >= request.maxPages) stopped = 'max_pages';
    else if (await handOn(() => request.mayGoOn())) isGranted = true;
    else stopped = 'stopped';
    return isGranted;
  }

  return {
    flush,
    mayGoOn,
    isHandingOn: () => isHandingOn,
    count: () => handedOn + (pending === undefined ? 0 : 1),
    stopped: () => stopped,
    async add(from, step, collect) {
      const isSamePage =
        pending?.url === from.url &&
        !pending.collections.some((collection) => collection.step.path === step.path);
      if (!isSamePage) {
        if (!(await mayGoOn())) return false;
        pending = { ...from, collections: [] };
        isGranted = false;
      }
      const collection = await collect();
      pending?.collections.push(collection);
      return true;
    },
  };
}

/** What the readings of a run said about its extract steps beside their values. */
export interface ReadingNotes {
  /** Where a field stands: as fingerprints have it, else as the first page with items had it. */
  findScope(field: Pick<RecipeField, 'element'>): FieldScope | undefined;
  /** Notes what a page showed; `url` is the page's. */
  take(step: ExtractStep, output: ReadOutput, url: string): void;
  /** Whether there was no warning of a step or field yet; from now on there was. */
  isNews(path: string): boolean;
  /** Returns fingerprints that say of each field where it stands. */
  withScopes(
    targets: Readonly<Record<string, TargetFingerprint>>,
  ): Readonly<Record<string, TargetFingerprint>>;
  /** Returns sentences for people, one for each step or field and what is to be said of it. */
  warnings(): readonly string[];
}

/** Things that were left out, over all pages. */
interface Omission {
  /** The page that lacks most: so many of so many. */
  readonly most: number;
  readonly of: number;
  readonly pages: number;
}

/** Creates the notes of a run. `known`: what an earlier run learnt. */
export function createReadingNotes(known: RecipeFingerprints | undefined): ReadingNotes {
  const scopes = new Map<string, FieldScope>();
  /** Fields whose value from outside this run has given to items. */
  const shared = new Set<string>();
  const warnings = new Set<string>();
  const warned = new Set<string>();
  const frames = new Map<ExtractStep, number>();
  const hiddenItems = new Map<ExtractStep, Omission>();
  const hiddenFields = new Map<RecipeField, Omission & { readonly step: ExtractStep }>();

  function findScope({ element: { path } }: Pick<RecipeField, 'element'>): FieldScope | undefined {
    const isShared = known?.targets[path]?.isShared;
    return (
      scopes.get(path) ?? (isShared === undefined ? undefined : isShared ? 'outside' : 'inside')
    );
  }

  function settle(step: ExtractStep, output: ReadOutput, url: string): void {
    for (const [index, field] of step.fields.entries()) {
      const use = output.fieldUses[index];
      if (use === undefined) continue;
      const { path } = field.element;
      const before = findScope(field);
      const what = `${nameStep(step)}: \`${field.name}\``;
      if (output.swallowing.includes(index)) {
        warnings.add(
          `${what} of an item on ${url} holds other items, whose text is part of its value: check whether that element is an item.`,
        );
      }
      if (use.rivals > 0) {
        warnings.add(
          `${what} is in none of the items, and has ${use.rivals} values outside of them: none was taken. Its selectors should find it inside each item.`,
        );
      }
      if (use.scope === 'inside' && shared.has(path)) {
        warnings.add(
          `${what} stands inside the items of ${url}, but the items of earlier pages were all given one value from outside of them: check it there.`,
        );
      }
      if (use.scope === 'outside' && before === undefined) {
        warnings.add(`${what} stands outside the items; its one value was given to all of them.`);
      }
      if (use.scope === 'outside') shared.add(path);
      // What the first page with items does not have outside is never looked for there.
      scopes.set(path, use.scope ?? before ?? 'inside');
    }
  }

  function describeFrames(): readonly string[] {
    return [...frames].map(([step, most]) => {
      const some =
        most === 1
          ? '1 element that its items match holds'
          : `up to ${most} elements of a page that its items match hold`;
      return `${nameStep(step)}: ${some} other items and nothing of its own, and was left out: a selector that matches the items alone is safer.`;
    });
  }

  function describeHidden(): readonly string[] {
    const takes = '`visible: false` takes them';
    return [
      ...[...hiddenItems].map(([step, { most, of, pages }]) => {
        const some = most === of ? `all ${of} items` : `${most} of ${of} items`;
        return `${nameStep(step)}: ${pages === 1 ? some : `up to ${some}`} ${most === 1 ? 'is' : 'are'} hidden on ${pages === 1 ? 'the page' : `each of ${pages} pages`} and ${most === 1 ? 'was' : 'were'} left out; ${takes}.`;
      }),
      ...[...hiddenFields].map(([{ name }, { step, most, of, pages }]) => {
        const some = `${most} of ${of} items`;
        return `${nameStep(step)}: \`${name}\` is hidden in ${pages === 1 ? some : `up to ${some} on each of ${pages} pages`} and was not read there; \`visible: false\` reads it.`;
      }),
    ];
  }

  return {
    findScope,
    isNews(path) {
      const isNew = !warned.has(path);
      warned.add(path);
      return isNew;
    },
    take(step, output, url) {
      const { itemCount, hiddenCount, frameCount } = output;
      if (hiddenCount > 0) {
        const before = hiddenItems.get(step);
        hiddenItems.set(step, add(before, hiddenCount, itemCount + hiddenCount));
      }
      if (itemCount === 0) return;
      if (step.items !== undefined) settle(step, output, url);
      if (frameCount > 0) frames.set(step, Math.max(frameCount, frames.get(step) ?? 0));
      for (const [index, field] of step.fields.entries()) {
        const hidden = output.fieldUses[index]?.hidden ?? 0;
        // An item may lack an optional value: hidden is how many pages write that.
        if (hidden === 0 || field.isOptional) continue;
        hiddenFields.set(field, { ...add(hiddenFields.get(field), hidden, itemCount), step });
      }
    },
    withScopes: (targets) =>
      Object.fromEntries(
        Object.entries(targets).map(([path, target]) => {
          const scope = scopes.get(path);
          return [
            path,
            scope === undefined ? target : { ...target, isShared: scope === 'outside' },
          ];
        }),
      ),
    warnings: () => [...warnings, ...describeFrames(), ...describeHidden()],
  };
}

function add(before: Omission | undefined, most: number, of: number): Omission {
  const pages = (before?.pages ?? 0) + 1;
  return before !== undefined && before.most >= most ? { ...before, pages } : { most, of, pages };
}

/** What led to a target. */
export interface Served {
  readonly servedBy: TargetReport['servedBy'];
  /** Indices of the alternatives that did not match the element that was used. */
  readonly lost: readonly number[];
  readonly healed?: Selector['source'] | undefined;
}

/** What led to a target that was found by one of its selectors; those before it are lost where nothing else is said. */
export function servedBy(
  { selectors }: Target,
  alternative: number,
  lost: readonly number[] = [...Array(alternative).keys()],
): Served {
  if (alternative === 0) return { servedBy: 'first', lost };
  return { servedBy: 'alternative', lost, healed: selectors[alternative]?.source };
}

/** One use of a target: which selectors were tried, and what they found. */
interface TargetUse extends Served {
  readonly target: Target;
  readonly purpose: TargetReport['purpose'];
  readonly count?: TargetReport['count'];
}

/** How an element compares with its fingerprint. */
interface Verification {
  readonly likeness: number;
  readonly changed: readonly string[];
  /** Whether its value has another shape than the fingerprint's. */
  readonly isMisshapen: boolean;
}

/** How the targets of a run were found, and their new fingerprints. */
export interface TargetLog {
  note(use: TargetUse): void;
  /** Records that an optional target was not there; it is reported as missing only where no use found it. */
  noteAbsent(target: Target, purpose: TargetReport['purpose']): void;
  /** Records a comparison of the target with its fingerprint. */
  verify(path: string, verification: Verification): void;
  /** Returns the comparison of a target that showed the least likeness; `undefined` where it was not compared. */
  findVerification(path: string): Verification | undefined;
  /** Keeps a target's new fingerprint; only the first counts, since it is from the page that the recipe was made for. */
  learn(path: string, fingerprints: TargetFingerprint): void;
  hasFingerprint(path: string): boolean;
  reports(): readonly TargetReport[];
  fingerprints(): Readonly<Record<string, TargetFingerprint>>;
}

const worse: Readonly<Record<TargetReport['servedBy'], number>> = {
  first: 0,
  alternative: 1,
  likeness: 2,
  nothing: 3,
};

/** Creates an empty log: earlier fingerprints are kept only for targets that this run does not reach. */
export function createTargetLog(): TargetLog {
  const reports = new Map<string, TargetReport>();
  const learned = new Map<string, TargetFingerprint>();
  const verified = new Map<string, Verification>();
  const absent = new Map<string, TargetUse>();

  function note(use: TargetUse): void {
    const { path } = use.target;
    const before = reports.get(path);
    const isMissing = use.servedBy === 'nothing';
    // The worst use is reported; "nothing worked" only if nothing worked in any use.
    const isWorse =
      before === undefined ||
      before.servedBy === 'nothing' ||
      (!isMissing && worse[use.servedBy] > worse[before.servedBy]);
    reports.set(path, {
      path,
      purpose: use.purpose,
      uses: (before?.uses ?? 0) + 1,
      missing: (before?.missing ?? 0) + (isMissing ? 1 : 0),
      lost: mergeLost(before?.lost, isMissing ? [] : use.lost),
      servedBy: isWorse ? use.servedBy : before.servedBy,
      healed: isWorse ? use.healed : before.healed,
      likeness: 1,
      changed: [],
      misshapen: 0,
      count: before?.count ?? use.count,
    });
  }

  return {
    note,
    noteAbsent(target, purpose) {
      absent.set(target.path, { target, purpose, servedBy: 'nothing', lost: [] });
    },
    verify(path, verification) {
      const before = verified.get(path);
      if (before === undefined || verification.likeness < before.likeness) {
        verified.set(path, verification);
      }
    },
    findVerification: (path) => verified.get(path),
    learn(path, fingerprints) {
      if (!learned.has(path)) learned.set(path, fingerprints);
    },
    hasFingerprint: (path) => learned.has(path),
    reports() {
      for (const [path, use] of absent) if (!reports.has(path)) note(use);
      return [...reports.values()].map((report) => {
        const { likeness = 1, changed = [], isMisshapen = false } = verified.get(report.path) ?? {};
        return { ...report, likeness, changed, misshapen: isMisshapen ? report.uses : 0 };
      });
    },
    fingerprints: () => Object.fromEntries(learned),
  };
}

function mergeLost(before: readonly number[] = [], now: readonly number[]): readonly number[] {
  return [...new Set([...before, ...now])].sort((a, b) => a - b);
}

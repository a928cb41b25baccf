import type {
  RecipeFingerprints,
  TargetFingerprint,
} from '../../../contracts/recipe/fingerprint.ts';
import type { ExtractStep, RecipeField } from '../../../contracts/recipe/recipe.ts';
import type { FieldHome } from '../../in-page/create-field-finder.ts';
import type { ReadOutput } from '../../in-page/create-item-reader.ts';
import { nameStep } from '../fail-step.ts';

/** What the readings of a run said about its extract steps beside their values. */
export interface ReadingNotes {
  /** Where a field stands: as fingerprints have it, else as the first page with items had it. */
  findHome(field: Pick<RecipeField, 'element'>): FieldHome | undefined;
  /** Notes what a page showed; `url` is the page's. */
  take(step: ExtractStep, output: ReadOutput, url: string): void;
  /** Whether nothing was told of a step or field yet; from now on it was. */
  isNews(path: string): boolean;
  /** Returns fingerprints that say of each field where it stands. */
  withHomes(
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
  const homes = new Map<string, FieldHome>();
  /** Fields whose value from outside this run has given to items. */
  const shared = new Set<string>();
  const warnings = new Set<string>();
  const told = new Set<string>();
  const frames = new Map<ExtractStep, number>();
  const hiddenItems = new Map<ExtractStep, Omission>();
  const hiddenFields = new Map<RecipeField, Omission & { readonly step: ExtractStep }>();

  function findHome({ element: { path } }: Pick<RecipeField, 'element'>): FieldHome | undefined {
    const isShared = known?.targets[path]?.isShared;
    return (
      homes.get(path) ?? (isShared === undefined ? undefined : isShared ? 'outside' : 'inside')
    );
  }

  function settle(step: ExtractStep, output: ReadOutput, url: string): void {
    for (const [index, field] of step.fields.entries()) {
      const use = output.fieldUses[index];
      if (use === undefined) continue;
      const { path } = field.element;
      const before = findHome(field);
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
      if (use.home === 'inside' && shared.has(path)) {
        warnings.add(
          `${what} stands inside the items of ${url}, but the items of earlier pages were all given one value from outside of them: check it there.`,
        );
      }
      if (use.home === 'outside' && before === undefined) {
        warnings.add(`${what} stands outside the items; its one value was given to all of them.`);
      }
      if (use.home === 'outside') shared.add(path);
      // What the first page with items does not have outside is never looked for there.
      homes.set(path, use.home ?? before ?? 'inside');
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
    findHome,
    isNews(path) {
      const isNew = !told.has(path);
      told.add(path);
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
    withHomes: (targets) =>
      Object.fromEntries(
        Object.entries(targets).map(([path, target]) => {
          const home = homes.get(path);
          return [path, home === undefined ? target : { ...target, isShared: home === 'outside' }];
        }),
      ),
    warnings: () => [...warnings, ...describeFrames(), ...describeHidden()],
  };
}

function add(before: Omission | undefined, most: number, of: number): Omission {
  const pages = (before?.pages ?? 0) + 1;
  return before !== undefined && before.most >= most ? { ...before, pages } : { most, of, pages };
}

import type { Clock } from '../../contracts/clock.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { systemClock } from '../../signals/system-clock.ts';
import type {
  StudioRecipeEntry,
  StudioRecipes,
  StudioRecipeVersion,
} from '../api/studio-recipes.ts';
import { checkVersion } from './check-version.ts';
import { toRecipeTitle } from './to-recipe-title.ts';

/** Keeps recipes as long as the process lives. */
export function memoryRecipes(clock: Clock = systemClock()): StudioRecipes {
  /** Versions by owner and id, the oldest first. */
  const kept = new Map<string, Map<string, StudioRecipeVersion[]>>();
  let made = 0;

  const versionsOf = (owner: string, id: string): readonly StudioRecipeVersion[] =>
    kept.get(owner)?.get(id) ?? [];

  return {
    async list(owner) {
      const recipes = [...(kept.get(owner)?.values() ?? [])];
      const newest = recipes.flatMap((versions) => versions.at(-1) ?? []);
      return newest.toSorted((a, b) => b.savedAtMs - a.savedAtMs).map(toEntry);
    },
    async find(owner, { id, version }) {
      const versions = versionsOf(owner, id);
      return version === undefined ? versions.at(-1) : versions[version - 1];
    },
    listVersions: async (owner, id) => versionsOf(owner, id).toReversed().map(toEntry),
    async save(owner, { id = `recipe-${(made += 1)}`, from, document }) {
      const recipes = kept.get(owner) ?? new Map<string, StudioRecipeVersion[]>();
      const versions = recipes.get(id) ?? [];
      if (versions.length === 0 && id !== `recipe-${made}`) {
        throw new GleanerError('not_found', 'There is no such recipe.');
      }
      checkVersion(id, from, versions.length);
      const saved: StudioRecipeVersion = {
        id,
        title: toRecipeTitle(document),
        version: versions.length + 1,
        savedAtMs: clock.nowMs(),
        document,
      };
      kept.set(owner, recipes.set(id, [...versions, saved]));
      return toEntry(saved);
    },
  };
}

function toEntry({ id, title, version, savedAtMs }: StudioRecipeVersion): StudioRecipeEntry {
  return { id, title, version, savedAtMs };
}

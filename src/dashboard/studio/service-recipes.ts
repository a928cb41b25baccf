import type { RecipeVersion } from '../../contracts/store/recipe-store.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { Service } from '../../service/create-service.ts';
import type { StudioRecipeEntry, StudioRecipes } from '../../studio/api/studio-recipes.ts';
import { toRecipeTitle } from '../../studio/recipes/to-recipe-title.ts';

/** Recipes that a list of the studio shows: as many as a page of the dashboard's API may have. */
const mostListed = 200;

/**
 * The stored recipes of a service's accounts, as the studio keeps them: an owner is an account. A save makes a new version,
 * and leaves webhook, schedules and whether it is enabled as they are.
 */
export function serviceRecipes({ recipes }: Pick<Service, 'recipes'>): StudioRecipes {
  return {
    async list(account) {
      const found = await recipes.list({ account, limit: mostListed });
      return found.map(({ id, document, revision, updatedAtMs }) =>
        toEntry(document, { recipeId: id, revision, createdAtMs: updatedAtMs }),
      );
    },
    async find(account, { id, version }) {
      const found = await orUndefined(() =>
        version === undefined
          ? recipes.getNewest({ account, id })
          : recipes.getVersion({ account, id, revision: version }),
      );
      return found && { ...toEntry(found.document, found), document: found.document };
    },
    async listVersions(account, id) {
      const found = await orUndefined(async () => {
        const { document } = await recipes.get({ account, id });
        // A list has no documents: its entries have the title that the recipe has now.
        const versions = await recipes.listVersions({ account, id });
        return versions.map((version) => toEntry(document, version));
      });
      return found ?? [];
    },
    async save(account, { id, from, document }) {
      const saved = await recipes.put({ account, id, revision: from, document });
      const { revision, updatedAtMs: createdAtMs } = saved;
      return toEntry(saved.document, { recipeId: saved.id, revision, createdAtMs });
    },
  };
}

function toEntry(
  document: unknown,
  { recipeId, revision, createdAtMs }: Omit<RecipeVersion, 'document'>,
): StudioRecipeEntry {
  return {
    id: recipeId,
    title: toRecipeTitle(document),
    version: revision,
    savedAtMs: createdAtMs,
  };
}

async function orUndefined<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isGleanerError(error, 'not_found')) return undefined;
    throw error;
  }
}

import {
  keptVersions,
  type StoredRecipe,
  type RecipeReference,
  type RecipeStore,
} from '../../contracts/store/recipe-store.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { changedRecipe, unknownEntity } from '../rules/store-errors.ts';
import { copyJson, listNewest, type MemoryData } from './memory-data.ts';

/** The account's recipe. */
export function findRecipe(
  { recipes }: MemoryData,
  { account, id }: RecipeReference,
): StoredRecipe | undefined {
  const recipe = recipes.get(id);
  return recipe?.account === account ? recipe : undefined;
}

/** The recipes of a memory store. */
export function memoryRecipes(data: MemoryData): RecipeStore {
  const { recipes, versions, schedules } = data;
  const read = (reference: RecipeReference): StoredRecipe => {
    const recipe = findRecipe(data, reference);
    if (recipe === undefined) throw unknownEntity('recipe', reference.id);
    return recipe;
  };
  return {
    async put({ id, account, document, webhook, revision: given, nowMs }) {
      const known = recipes.get(id);
      if (known !== undefined && known.account !== account) throw unknownEntity('recipe', id);
      if (given !== undefined) {
        const { revision: current } = read({ id, account });
        if (given !== current) throw changedRecipe(id, { given, current });
      }
      const recipe = omitUndefined<StoredRecipe>({
        id,
        account,
        document: copyJson(document),
        enabled: known?.enabled ?? true,
        webhook: copyJson(webhook),
        revision: (known?.revision ?? 0) + 1,
        createdAtMs: known?.createdAtMs ?? nowMs,
        updatedAtMs: nowMs,
      });
      recipes.set(id, recipe);
      const version = { recipeId: id, revision: recipe.revision, createdAtMs: nowMs };
      const all = [...(versions.get(id) ?? []), { ...version, document: recipe.document }];
      versions.set(id, all.slice(-keptVersions));
      return copyJson(recipe);
    },
    async find(reference) {
      return copyJson(findRecipe(data, reference));
    },
    async list(query) {
      return copyJson(listNewest(recipes, query, ({ account }) => account === query.account));
    },
    async setEnabled({ enabled, nowMs, ...reference }) {
      const recipe = { ...read(reference), enabled, updatedAtMs: nowMs };
      recipes.set(recipe.id, recipe);
      return copyJson(recipe);
    },
    async setWebhook({ webhook, nowMs, ...reference }) {
      const known = read(reference);
      const changes = { webhook: copyJson(webhook), updatedAtMs: nowMs };
      const recipe = omitUndefined<StoredRecipe>({ ...known, ...changes });
      recipes.set(recipe.id, recipe);
      return copyJson(recipe);
    },
    async listVersions(reference) {
      const { id } = findRecipe(data, reference) ?? {};
      const all = (id === undefined ? undefined : versions.get(id)) ?? [];
      return all.map(({ document: _document, ...version }) => version).toReversed();
    },
    async findVersion({ revision, ...reference }) {
      const { id } = findRecipe(data, reference) ?? {};
      const all = (id === undefined ? undefined : versions.get(id)) ?? [];
      return copyJson(all.find((version) => version.revision === revision));
    },
    async saveFingerprints({ revision, fingerprints, ...reference }) {
      const recipe = findRecipe(data, reference);
      if (recipe?.revision !== revision) return false;
      recipes.set(recipe.id, { ...recipe, fingerprints: copyJson(fingerprints) });
      return true;
    },
    async delete(reference) {
      const { id } = read(reference);
      recipes.delete(id);
      versions.delete(id);
      for (const schedule of schedules.values()) {
        if (schedule.recipeId === id) schedules.delete(schedule.id);
      }
    },
  };
}

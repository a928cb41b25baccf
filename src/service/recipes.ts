import type {
  RecipeReference,
  RecipeSummary,
  RecipeVersion,
  RecipeVersionSummary,
  StoredRecipe,
} from '../runtime/contracts/store/recipe-store.ts';
import { GleanerError } from '../runtime/errors/gleaner-error.ts';
import { createShortId } from '../core/operations/run-call.ts';
import { unknownEntity } from '../runtime/errors/store-errors.ts';
import { parseRecipe } from '../recipes/format/parse-recipe.ts';
import { readRecipeJson } from '../recipes/format/read-recipe-json.ts';
import {
  type PageOfList,
  type ServiceContext,
  requireActiveAccount,
  resolveLimit,
} from './service-context.ts';
import {
  parseWebhook,
  toWebhookView,
  type WebhookInput,
  type WebhookView,
} from './webhooks/webhook.ts';

/** A recipe to create or replace. */
export interface RecipeInput {
  readonly account: string;
  /** Id of the recipe to replace. @default a new recipe is created */
  readonly id?: string | undefined;
  /** The revision that it was made from; rejects with `conflict` where the recipe has another one by now. @default none is asked for */
  readonly revision?: number | undefined;
  /** A user flow of Chrome's Recorder, as parsed JSON or as text. */
  readonly document: unknown;
  /** Gets the events of this recipe's runs. `null` removes it, so that the account's webhook is used. @default the webhook of the replaced recipe */
  readonly webhook?: WebhookInput | null | undefined;
}

/** A stored recipe without its fingerprints; of its webhook the names of the headers, not their values. */
export type RecipeView = Omit<StoredRecipe, 'webhook' | 'fingerprints'> & {
  readonly webhook?: WebhookView;
};

/** A stored recipe as lists have it: without its document. */
export type RecipeListing = Omit<RecipeView, 'document'>;

/** A recipe that was just stored, and what of its document is left out or taken otherwise than written. */
export type PutRecipeResult = RecipeView & { readonly warnings: readonly string[] };

/** Stored recipes of a service. Methods reject with `not_found` for a recipe that the account does not have. */
export interface Recipes {
  /**
   * Checks a recipe and stores it; rejects with `invalid_request`, whose issues name step and field, also beyond the plan's bytes of a
   * recipe, and with `conflict` beyond its number of recipes and the bytes of all of them.
   */
  put(input: RecipeInput): Promise<PutRecipeResult>;
  /** Resolves to the recipe. */
  get(reference: RecipeReference): Promise<RecipeView>;
  /** Recipes of an account without their documents, newest first; at most `limit`, 100 without it. */
  list(query: PageOfList): Promise<readonly RecipeListing[]>;
  /** Sets a recipe's webhook without a new version; `undefined` removes it. Headers that are left out stay as they are while the URL's origin does. */
  setWebhook(reference: RecipeReference, webhook: WebhookInput | undefined): Promise<RecipeView>;
  /** The versions of a recipe that the plan keeps, without their documents, newest first. */
  listVersions(reference: RecipeReference): Promise<readonly RecipeVersionSummary[]>;
  /** Resolves to a version; rejects with `not_found` also for one that is no longer kept. */
  getVersion(reference: RecipeReference & { readonly revision: number }): Promise<RecipeVersion>;
  /** Resolves to the newest version, its document with what the last good run learnt about its pages (`fingerprints`), as `runRecipe` takes it. */
  getNewest(reference: RecipeReference): Promise<RecipeVersion>;
  /** Deletes a recipe and its schedules; its runs stay. */
  delete(reference: RecipeReference): Promise<void>;
  /** Enables a recipe, so that it can be run. */
  enable(reference: RecipeReference): Promise<RecipeView>;
  /** Disables a recipe: a dispatch of it rejects with `conflict`. */
  disable(reference: RecipeReference): Promise<RecipeView>;
}

/** Recipes on the store. */
export function createRecipes({ store, clock, egress }: ServiceContext): Recipes {
  return {
    async put({ account, id, revision, document, webhook }) {
      const { warnings } = parseRecipe(document);
      await requireActiveAccount(account, { store, clock });
      if (id !== undefined) await requireRecipe({ account, id }, store);
      const stored = await store.recipes.put({
        id: id ?? createShortId(),
        account,
        // What runs learn is put beside the recipe, so it is kept in the form they use.
        document: typeof document === 'string' ? readRecipeJson(document).recipe : document,
        webhook: webhook && parseWebhook(webhook, egress),
        revision,
        nowMs: clock.nowMs(),
      });
      return { ...toView(stored), warnings };
    },
    get: async (reference) => toView(await requireRecipe(reference, store)),
    async list({ account, limit, before }) {
      const query = { account, limit: resolveLimit(limit), before };
      const recipes = await store.recipes.list(query);
      return recipes.map(withWebhookView);
    },
    async setWebhook(reference, input) {
      await requireActiveAccount(reference.account, { store, clock });
      const webhook = input && parseWebhook(input, egress);
      const nowMs = clock.nowMs();
      return toView(await store.recipes.setWebhook({ ...reference, webhook, nowMs }));
    },
    async listVersions({ account, id }) {
      const versions = await store.recipes.listVersions({ account, id });
      // The newest is always kept.
      if (versions.length === 0) throw unknownEntity('recipe', id);
      return versions;
    },
    async getVersion(reference) {
      await requireRecipe(reference, store);
      return requireVersion(reference, store);
    },
    async getNewest(reference) {
      const { document, fingerprints, revision } = await requireRecipe(reference, store);
      const version = await requireVersion({ ...reference, revision }, store);
      if (fingerprints === undefined) return version;
      return { ...version, document: { ...(document as object), fingerprints } };
    },
    async delete(reference) {
      await requireActiveAccount(reference.account, { store, clock });
      await store.recipes.delete(reference);
    },
    enable: (reference) => setEnabled(reference, true),
    disable: (reference) => setEnabled(reference, false),
  };

  async function setEnabled(reference: RecipeReference, enabled: boolean): Promise<RecipeView> {
    await requireActiveAccount(reference.account, { store, clock });
    const { account, id } = reference;
    return toView(await store.recipes.setEnabled({ account, id, enabled, nowMs: clock.nowMs() }));
  }
}

/** The recipe; `not_found` also when it is another account's. */
export async function requireRecipe(
  { account, id }: RecipeReference,
  store: ServiceContext['store'],
): Promise<StoredRecipe> {
  const recipe = await store.recipes.find({ account, id });
  if (recipe === undefined) throw unknownEntity('recipe', id);
  return recipe;
}

async function requireVersion(
  reference: RecipeReference & { readonly revision: number },
  store: ServiceContext['store'],
): Promise<RecipeVersion> {
  const version = await store.recipes.findVersion(reference);
  if (version !== undefined) return version;
  const { id, revision } = reference;
  throw new GleanerError('not_found', `The recipe "${id}" has no version ${revision}.`);
}

function toView({ fingerprints: _fingerprints, ...recipe }: StoredRecipe): RecipeView {
  return withWebhookView(recipe);
}

function withWebhookView<Recipe extends RecipeSummary>({
  webhook,
  ...recipe
}: Recipe): Omit<Recipe, 'webhook'> & { readonly webhook?: WebhookView } {
  return { ...recipe, ...(webhook === undefined ? {} : { webhook: toWebhookView(webhook) }) };
}

import type { Selectable } from 'kysely';
import type { Webhook } from '../../../contracts/store/delivery-store.ts';
import {
  keptVersions,
  type StoredRecipe,
  type RecipePut,
  type RecipeReference,
  type RecipeStore,
  type RecipeVersion,
} from '../../../contracts/store/recipe-store.ts';
import { omitUndefined } from '../../rules/omit-undefined.ts';
import { changedRecipe, unknownEntity } from '../../rules/store-errors.ts';
import { parseJson, toJson, type Session, type Tables } from '../tables.ts';

/** `RecipeStore.put`. */
export async function putRecipe({ db }: Session, input: RecipePut): Promise<StoredRecipe> {
  const { id, account, revision: given, nowMs } = input;
  if (given !== undefined) await checkRevision(db, input, given);
  const document = JSON.stringify(input.document);
  const webhook = toJson(input.webhook);
  const row = await db
    .insertInto('recipes')
    .values({
      id,
      account,
      document,
      enabled: 1,
      webhook,
      revision: 1,
      healing: null,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .onConflict((conflict) => {
      const update = conflict
        .column('id')
        .doUpdateSet((row) => ({
          document,
          webhook,
          revision: row('recipes.revision', '+', 1),
          healing: null,
          updated_at: nowMs,
        }))
        .where('recipes.account', '=', account);
      return given === undefined ? update : update.where('recipes.revision', '=', given);
    })
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    // Another process may have put it since the look above.
    if (given !== undefined) await checkRevision(db, input, given);
    throw unknownEntity('recipe', id);
  }
  const { revision } = row;
  // It was deleted since the look above, and made anew just now.
  if (given !== undefined && revision !== given + 1) throw unknownEntity('recipe', id);
  await db
    .insertInto('recipe_versions')
    .values({ recipe_id: id, revision, document, created_at: nowMs })
    .execute();
  await db
    .deleteFrom('recipe_versions')
    .where('recipe_id', '=', id)
    .where('revision', '<=', revision - keptVersions)
    .execute();
  return toRecipe(row);
}

async function checkRevision(
  db: Session['db'],
  { id, account }: RecipeReference,
  given: number,
): Promise<void> {
  const row = await db
    .selectFrom('recipes')
    .select('revision')
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('recipe', id);
  if (row.revision !== given) throw changedRecipe(id, { given, current: row.revision });
}

/** `RecipeStore.find`. */
export async function findRecipe(
  { db }: Session,
  { account, id }: RecipeReference,
): Promise<StoredRecipe | undefined> {
  const row = await db
    .selectFrom('recipes')
    .selectAll()
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst();
  return row === undefined ? undefined : toRecipe(row);
}

/** `RecipeStore.list`. */
export async function listRecipes(
  { db }: Session,
  { account, limit, before }: Parameters<RecipeStore['list']>[0],
): Promise<readonly StoredRecipe[]> {
  let query = db.selectFrom('recipes').selectAll().where('account', '=', account);
  if (before !== undefined) {
    query = query.where('seq', '<', (inner) =>
      inner.selectFrom('recipes').select('seq').where('id', '=', before),
    );
  }
  return (await query.orderBy('seq', 'desc').limit(limit).execute()).map(toRecipe);
}

/** `RecipeStore.setEnabled`. */
export async function setRecipeEnabled(
  { db }: Session,
  { account, id, enabled, nowMs }: Parameters<RecipeStore['setEnabled']>[0],
): Promise<StoredRecipe> {
  const row = await db
    .updateTable('recipes')
    .set({ enabled: enabled ? 1 : 0, updated_at: nowMs })
    .where('id', '=', id)
    .where('account', '=', account)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('recipe', id);
  return toRecipe(row);
}

/** `RecipeStore.setWebhook`. */
export async function setRecipeWebhook(
  { db }: Session,
  { account, id, webhook, nowMs }: Parameters<RecipeStore['setWebhook']>[0],
): Promise<StoredRecipe> {
  const row = await db
    .updateTable('recipes')
    .set({ webhook: toJson(webhook), updated_at: nowMs })
    .where('id', '=', id)
    .where('account', '=', account)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('recipe', id);
  return toRecipe(row);
}

/** `RecipeStore.listVersions`. */
export async function listRecipeVersions(
  { db }: Session,
  { account, id }: RecipeReference,
): Promise<readonly Omit<RecipeVersion, 'document'>[]> {
  const rows = await db
    .selectFrom('recipe_versions')
    .innerJoin('recipes', 'recipes.id', 'recipe_id')
    .select(['recipe_versions.revision', 'recipe_versions.created_at'])
    .where('recipe_id', '=', id)
    .where('recipes.account', '=', account)
    .orderBy('recipe_versions.revision', 'desc')
    .execute();
  return rows.map(({ revision, created_at: createdAtMs }) => ({
    recipeId: id,
    revision,
    createdAtMs,
  }));
}

/** `RecipeStore.findVersion`. */
export async function findRecipeVersion(
  { db }: Session,
  { account, id, revision }: Parameters<RecipeStore['findVersion']>[0],
): Promise<RecipeVersion | undefined> {
  const row = await db
    .selectFrom('recipe_versions')
    .innerJoin('recipes', 'recipes.id', 'recipe_id')
    .select(['recipe_versions.document', 'recipe_versions.created_at'])
    .where('recipe_id', '=', id)
    .where('recipe_versions.revision', '=', revision)
    .where('recipes.account', '=', account)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { document, created_at: createdAtMs } = row;
  return { recipeId: id, revision, document: parseJson(document), createdAtMs };
}

/** `RecipeStore.saveFingerprints`. */
export async function saveRecipeFingerprints(
  { db }: Session,
  { account, id, revision, fingerprints }: Parameters<RecipeStore['saveFingerprints']>[0],
): Promise<boolean> {
  const row = await db
    .updateTable('recipes')
    .set({ healing: toJson(fingerprints) })
    .where('id', '=', id)
    .where('account', '=', account)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `RecipeStore.delete`. */
export async function deleteRecipe(
  { db }: Session,
  { account, id }: RecipeReference,
): Promise<void> {
  const row = await db
    .deleteFrom('recipes')
    .where('id', '=', id)
    .where('account', '=', account)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('recipe', id);
  await db.deleteFrom('schedules').where('recipe_id', '=', id).execute();
  await db.deleteFrom('recipe_versions').where('recipe_id', '=', id).execute();
}

function toRecipe(row: Selectable<Tables['recipes']>): StoredRecipe {
  return omitUndefined<StoredRecipe>({
    id: row.id,
    account: row.account,
    document: parseJson(row.document),
    enabled: row.enabled === 1,
    webhook: row.webhook === null ? undefined : (parseJson(row.webhook) as Webhook),
    revision: row.revision,
    fingerprints: row.healing === null ? undefined : parseJson(row.healing),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  });
}

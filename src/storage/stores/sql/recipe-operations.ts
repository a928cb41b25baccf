import type { Selectable } from 'kysely';
import type { Webhook } from '../../../runtime/contracts/store/delivery-store.ts';
import type {
  StoredRecipe,
  RecipePut,
  RecipeReference,
  RecipeStore,
  RecipeSummary,
  RecipeVersion,
  RecipeVersionSummary,
} from '../../../runtime/contracts/store/recipe-store.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import { changeWebhook, checkAllRecipes, checkCount, toRecipeText } from '../account-rules.ts';
import { changedRecipe, unknownEntity } from '../../../runtime/errors/store-errors.ts';
import {
  type Session,
  type Tables,
  parseJson,
  prepareQuery,
  requirePlace,
  toJson,
} from './tables.ts';
import { requireLivingAccount } from './account-operations.ts';

/** Everything but what may be large. */
const summaryColumns = [
  'seq',
  'id',
  'account',
  'title',
  'bytes',
  'enabled',
  'webhook',
  'revision',
  'created_at',
  'updated_at',
] as const;

/** What the recipes of an account come to, as text where the database counts further than a number does; the bytes are those of all versions, of which the newest is the recipe's own. */
const selectOwned = prepareQuery((db, { account }: { readonly account: string }) =>
  db.selectNoFrom((row) => [
    row
      .selectFrom('recipes')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('account', '=', account)
      .as('recipes'),
    row
      .selectFrom('recipes')
      .innerJoin('recipe_versions', 'recipe_versions.recipe_id', 'recipes.id')
      .select(({ fn }) => fn.sum<number | string>('recipe_versions.bytes').as('sum'))
      .where('recipes.account', '=', account)
      .as('bytes'),
  ]),
);

/** A recipe's webhook, which nothing changes until the transaction ends. */
const lockWebhook = prepareQuery(
  (db, { account, id }: RecipeReference) =>
    db.selectFrom('recipes').select('webhook').where('id', '=', id).where('account', '=', account),
  'wait',
);

/** `RecipeStore.put`. */
export async function putRecipe(session: Session, input: RecipePut): Promise<StoredRecipe> {
  const { db } = session;
  const { id, account, revision: given, nowMs } = input;
  const { plan } = await requireLivingAccount(session, { id: account, nowMs });
  if (given !== undefined) await checkRevision(db, input, given);
  const text = toRecipeText(input.document, plan);
  const webhook = await toWebhookColumn(session, input);
  const columns = { ...text, ...webhook, healing: null, updated_at: nowMs };
  const row = await db
    .insertInto('recipes')
    .values({ id, account, enabled: 1, revision: 1, created_at: nowMs, ...columns })
    .onConflict((conflict) => {
      const update = conflict
        .column('id')
        .doUpdateSet((row) => ({ ...columns, revision: row('recipes.revision', '+', 1) }))
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
    .values({ recipe_id: id, revision, ...text, created_at: nowMs })
    .execute();
  await db
    .deleteFrom('recipe_versions')
    .where('recipe_id', '=', id)
    .where('revision', '<=', revision - plan.versions)
    .execute();
  const [owned] = await selectOwned(session, { account });
  if (revision === 1) checkCount('recipes', Number(owned?.recipes ?? 0), plan);
  checkAllRecipes(Number(owned?.bytes ?? 0), plan);
  return toRecipe(row);
}

/** What a change of its webhook makes of the recipe's column; nothing where it stays. */
async function toWebhookColumn(
  session: Session,
  { account, id, webhook }: RecipeReference & Pick<RecipePut, 'webhook'>,
): Promise<Partial<Pick<Selectable<Tables['recipes']>, 'webhook'>>> {
  if (webhook === undefined) return {};
  if (webhook === null) return { webhook: null };
  const [row] = await lockWebhook(session, { account, id });
  return { webhook: toJson(changeWebhook(toWebhook(row?.webhook ?? null), webhook)) };
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
  session: Session,
  { account, limit, before }: Parameters<RecipeStore['list']>[0],
): Promise<readonly RecipeSummary[]> {
  const { db } = session;
  let query = db.selectFrom('recipes').select(summaryColumns).where('account', '=', account);
  if (before !== undefined)
    query = query.where('seq', '<', await requirePlace(session, 'recipes', { before, account }));
  return (await query.orderBy('seq', 'desc').limit(limit).execute()).map(toSummary);
}

/** `RecipeStore.setEnabled`. */
export async function setRecipeEnabled(
  session: Session,
  { enabled, nowMs, ...recipe }: Parameters<RecipeStore['setEnabled']>[0],
): Promise<StoredRecipe> {
  return updateRecipe(session, recipe, { enabled: enabled ? 1 : 0, updated_at: nowMs });
}

/** `RecipeStore.setWebhook`. */
export async function setRecipeWebhook(
  session: Session,
  { webhook, nowMs, ...recipe }: Parameters<RecipeStore['setWebhook']>[0],
): Promise<StoredRecipe> {
  const column = await toWebhookColumn(session, { ...recipe, webhook: webhook ?? null });
  return updateRecipe(session, recipe, { ...column, updated_at: nowMs });
}

async function updateRecipe(
  { db }: Session,
  { account, id }: RecipeReference,
  columns: Partial<Pick<Selectable<Tables['recipes']>, 'enabled' | 'webhook' | 'updated_at'>>,
): Promise<StoredRecipe> {
  const row = await db
    .updateTable('recipes')
    .set(columns)
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
): Promise<readonly RecipeVersionSummary[]> {
  const rows = await db
    .selectFrom('recipe_versions')
    .innerJoin('recipes', 'recipes.id', 'recipe_id')
    .select(versionColumns)
    .where('recipe_id', '=', id)
    .where('recipes.account', '=', account)
    .orderBy('recipe_versions.revision', 'desc')
    .execute();
  return rows.map(toVersion);
}

/** `RecipeStore.findVersion`. */
export async function findRecipeVersion(
  { db }: Session,
  { account, id, revision }: Parameters<RecipeStore['findVersion']>[0],
): Promise<RecipeVersion | undefined> {
  const row = await db
    .selectFrom('recipe_versions')
    .innerJoin('recipes', 'recipes.id', 'recipe_id')
    .select([...versionColumns, 'recipe_versions.document'])
    .where('recipe_id', '=', id)
    .where('recipe_versions.revision', '=', revision)
    .where('recipes.account', '=', account)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toVersion(row), document: parseJson(row.document) };
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

const versionColumns = [
  'recipe_versions.recipe_id',
  'recipe_versions.revision',
  'recipe_versions.title',
  'recipe_versions.bytes',
  'recipe_versions.created_at',
] as const;

function toVersion(
  row: Omit<Selectable<Tables['recipe_versions']>, 'document'>,
): RecipeVersionSummary {
  return {
    recipeId: row.recipe_id,
    revision: row.revision,
    title: row.title,
    bytes: row.bytes,
    createdAtMs: row.created_at,
  };
}

function toRecipe(row: Selectable<Tables['recipes']>): StoredRecipe {
  return omitUndefined<StoredRecipe>({
    ...toSummary(row),
    document: parseJson(row.document),
    fingerprints: row.healing === null ? undefined : parseJson(row.healing),
  });
}

function toSummary(
  row: Pick<Selectable<Tables['recipes']>, (typeof summaryColumns)[number]>,
): RecipeSummary {
  return omitUndefined<RecipeSummary>({
    id: row.id,
    account: row.account,
    title: row.title,
    bytes: row.bytes,
    enabled: row.enabled === 1,
    webhook: toWebhook(row.webhook),
    revision: row.revision,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  });
}

function toWebhook(column: string | null): Webhook | undefined {
  return column === null ? undefined : (parseJson(column) as Webhook);
}

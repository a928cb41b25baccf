import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { RecipeView, Service } from '../../../service/index.ts';
import type { CommandIo } from '../../output/command-io.ts';
import { withFieldNames } from '../../output/command-words.ts';
import {
  addDataOptions,
  addListOptions,
  addOwnedOptions,
  requireOwner,
  listAccounts,
  type ListOptions,
  type OwnedOptions,
  type StoreCommandOptions,
} from '../../options/data-options.ts';
import { readTextFile } from '../../options/read-named-file.ts';
import {
  printRecord,
  printRecords,
  toMoment,
  type PrintedRecord,
} from '../../output/print-records.ts';
import {
  addWebhookOptions,
  webhookFieldNames,
  toPrintedWebhook,
  parseWebhookOptions,
  type WebhookOptions,
} from '../../options/webhook-options.ts';
import { withService } from '../../options/with-service.ts';
import { addRecipeCheckCommand } from './recipe-check-command.ts';
import { addRecipeDraftCommand } from './recipe-draft-command.ts';

interface PutOptions extends StoreCommandOptions, WebhookOptions {
  readonly account: string;
  readonly id?: string;
  /** `false` with `--no-webhook`. */
  readonly webhook: boolean;
}

/** `gleaner recipe …`. */
export function addRecipeCommand(program: Command, io: CommandIo): void {
  const group = program
    .command('recipe')
    .description('Recipes: try a file, or store them and run them by their id.');
  addRecipeCheckCommand(group, io);
  addRecipeDraftCommand(group, io);

  addDataOptions(
    addWebhookOptions(
      group
        .command('put')
        .description('Store a recipe, or a new version of one.')
        .argument('<recipe.json|->', 'as Chrome’s Recorder exports it')
        .requiredOption('--account <id>', 'whose recipe it is')
        .option('--id <id>', 'the recipe that is replaced; it keeps its webhook'),
    ).option('--no-webhook', 'take the webhook away; the account’s serves'),
  ).action((file: string, options: PutOptions) =>
    withService(options, io, async (service) => {
      const { account, id } = options;
      const webhook = options.webhook ? parseWebhookOptions(options) : null;
      const document = file === '-' ? await text(io.input) : await readTextFile(file, 'recipe');
      const recipe = await withFieldNames(webhookFieldNames, () =>
        service.recipes.put({ account, id, document, webhook }),
      );
      for (const warning of recipe.warnings) io.messages.write(`Note: ${warning}\n`);
      printRecord(toPrintedRecipe(recipe), options, io);
    }),
  );

  addListOptions(group.command('list').description('List recipes, newest first.')).action(
    (options: ListOptions) =>
      withService(options, io, async (service) => {
        const recipes: PrintedRecord[] = [];
        for await (const account of listAccounts(service, options.account)) {
          const own = await service.recipes.list({ account, limit: options.limit });
          recipes.push(...own.map(toPrintedRecipe));
        }
        const columns = ['id', 'account', 'title', 'enabled', 'revision', 'updated_at'];
        printRecords(recipes, columns, options, io);
      }),
  );

  const addAction = (
    name: string,
    description: string,
    act: (service: Service, reference: Reference) => Promise<PrintedRecord>,
  ): void => {
    addOwnedOptions(group.command(name).description(description).argument('<id>')).action(
      (id: string, options: OwnedOptions) =>
        withService(options, io, async (service) => {
          const look = (account: string) => service.recipes.get({ account, id });
          const account = await requireOwner(service, options.account, look);
          printRecord(await act(service, { account, id }), options, io);
        }),
    );
  };
  addAction('get', 'Show a recipe with its document.', async ({ recipes }, reference) => {
    const recipe = await recipes.get(reference);
    return { ...toPrintedRecipe(recipe), document: recipe.document };
  });
  addAction('delete', 'Delete a recipe and its schedules.', async ({ recipes }, reference) => {
    await recipes.delete(reference);
    return { id: reference.id, deleted: true };
  });
  addAction('enable', 'Let a recipe be run again.', async ({ recipes }, reference) =>
    toPrintedRecipe(await recipes.enable(reference)),
  );
  addAction(
    'disable',
    'Let a recipe not be run until it is enabled.',
    async ({ recipes }, reference) => toPrintedRecipe(await recipes.disable(reference)),
  );
}

interface Reference {
  readonly account: string;
  readonly id: string;
}

function toPrintedRecipe(recipe: RecipeView): PrintedRecord {
  const { document } = recipe;
  const title = typeof document === 'object' && document !== null && 'title' in document;
  return {
    id: recipe.id,
    account: recipe.account,
    title: title ? document.title : null,
    enabled: recipe.enabled,
    revision: recipe.revision,
    webhook: toPrintedWebhook(recipe.webhook),
    created_at: toMoment(recipe.createdAtMs),
    updated_at: toMoment(recipe.updatedAtMs),
  };
}

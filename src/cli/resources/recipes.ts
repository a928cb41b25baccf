import type { RecipeListing, Service } from '../../service/index.ts';
import { addRecipeCheckCommand, addRecipeDraftCommand } from '../commands/recipe-command.ts';
import { readJsonFile } from '../options/page-options.ts';
import {
  type WebhookOptions,
  addWebhookOptions,
  parseWebhookOptions,
  toPrintedWebhook,
  webhookFieldNames,
} from '../options/webhook-options.ts';
import { withFieldNames } from '../output/command-errors.ts';
import { type PrintedRecord, toPrinted } from '../output/print-records.ts';
import {
  type Reference,
  type Resource,
  type ResourceCommand,
  type StoreCommandOptions,
  listCommand,
  ownedCommand,
  storeCommand,
} from './resource.ts';

interface PutOptions extends StoreCommandOptions, WebhookOptions {
  readonly account: string;
  readonly id?: string;
  /** `false` with `--no-webhook`. */
  readonly webhook: boolean;
}

/** `gleaner recipe …`. */
export const recipes: Resource = {
  name: 'recipe',
  description: 'Recipes: try a file, or store them and run them by their id.',
  commands: [
    addRecipeCheckCommand,
    addRecipeDraftCommand,
    storeCommand<PutOptions, readonly [file: string]>({
      name: 'put',
      description: 'Store a recipe, or a new version of one.',
      declare: (command) =>
        addWebhookOptions(
          command
            .argument('<recipe.json|->', 'as Chrome’s Recorder exports it')
            .requiredOption('--account <id>', 'whose recipe it is')
            .option('--id <id>', 'the recipe that is replaced; it keeps its webhook'),
        ).option('--no-webhook', 'take the webhook away; the account’s serves'),
      async run(service, options, [file], io) {
        const { account, id } = options;
        const given = parseWebhookOptions(options);
        if (!options.webhook && given !== undefined) {
          throw new TypeError('Give --no-webhook or --webhook-url: the one takes away the other.');
        }
        const webhook = options.webhook ? given : null;
        const document = await readJsonFile(file, 'recipe', io);
        const recipe = await withFieldNames(webhookFieldNames, () =>
          service.recipes.put({ account, id, document, webhook }),
        );
        for (const warning of recipe.warnings) io.messages.write(`Note: ${warning}\n`);
        return toPrintedRecipe(recipe);
      },
    }),
    listCommand({
      description: 'List recipes, newest first.',
      columns: ['id', 'account', 'title', 'enabled', 'revision', 'updated_at'],
      read: async (service, account, { limit }) =>
        (await service.recipes.list({ account, limit })).map(toPrintedRecipe),
    }),
    storedCommand('get', 'Show a recipe with its document.', async (service, reference) => {
      const recipe = await service.recipes.get(reference);
      return { ...toPrintedRecipe(recipe), document: recipe.document };
    }),
    storedCommand('delete', 'Delete a recipe and its schedules.', async (service, reference) => {
      await service.recipes.delete(reference);
      return { id: reference.id, deleted: true };
    }),
    storedCommand('enable', 'Let a recipe be run again.', async (service, reference) =>
      toPrintedRecipe(await service.recipes.enable(reference)),
    ),
    storedCommand(
      'disable',
      'Let a recipe not be run until it is enabled.',
      async (service, reference) => toPrintedRecipe(await service.recipes.disable(reference)),
    ),
  ],
};

function storedCommand(
  name: string,
  description: string,
  run: (service: Service, reference: Reference) => Promise<PrintedRecord>,
): ResourceCommand {
  return ownedCommand({
    name,
    description,
    look: (service, reference) => service.recipes.get(reference),
    run,
  });
}

function toPrintedRecipe(recipe: RecipeListing): PrintedRecord {
  return {
    ...toPrinted(recipe, ['id', 'account']),
    title: recipe.title === '' ? null : recipe.title,
    ...toPrinted(recipe, ['enabled', 'revision']),
    webhook: toPrintedWebhook(recipe.webhook),
    ...toPrinted(recipe, ['createdAtMs', 'updatedAtMs']),
  };
}

import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { serve } from '../../web/http/index.ts';
import { createGleaner, readEnvironment } from '../../index.ts';
import {
  createStudio,
  createStudioToken,
  folderRecipes,
  type StudioStart,
} from '../../web/studio/index.ts';
import { type CommandIo, untilAborted } from '../output/command-io.ts';
import { throwListenError } from '../output/command-errors.ts';
import { parsePort, readJsonFile } from '../options/page-options.ts';

interface StudioCommandOptions {
  readonly port: number;
  readonly folder?: string;
  readonly json?: boolean;
  readonly demo?: boolean;
}

/** `gleaner studio`. */
export function addStudioCommand(program: Command, io: CommandIo): void {
  program
    .command('studio')
    .description('Make and mend recipes in a live page, on this machine alone.')
    .argument('[url|recipe.json]', 'the page to begin with, or the recipe to go on with')
    .option('--folder <folder>', 'where recipes are kept (that of recipe.json; else this one)')
    .option('--port <number>', 'port to listen on; 0 picks one', parsePort, 0)
    .option('--demo', 'begin with a shop that comes with the package, served on this machine')
    .option('--json', 'print one line {"url": …} once it listens')
    .action((target: string | undefined, options: StudioCommandOptions) =>
      runStudio(target, options, io),
    );
}

/** The studio listens on this machine alone, out of reach of the network. */
const hostname = '127.0.0.1';

async function runStudio(
  target: string | undefined,
  { port, folder, json, demo }: StudioCommandOptions,
  io: CommandIo,
): Promise<void> {
  if (demo === true && target !== undefined) {
    throw new TypeError('--demo begins with its own shop: leave the page or the recipe out.');
  }
  const site = demo === true ? await openShop(io) : undefined;
  const opened = await resolveTarget(site?.start ?? target, folder);
  const gleaner = createGleaner(readEnvironment(site?.environment ?? io.environment));
  const token = createStudioToken();
  try {
    const recipes = folderRecipes(opened.folder);
    const handler = createStudio({ gleaner, token, recipes, start: opened.start });
    const server = await serve({ handler, port, hostname }).catch((error: unknown) =>
      throwListenError(error, '--port', { port, hostname }),
    );
    const url = `${server.url}/?token=${token}`;
    const recipesIn = `Recipes are kept in ${opened.folder}`;
    io.output.write(json === true ? `${JSON.stringify({ url })}\n` : `${url}\n`);
    io.messages.write(
      `Open the address in a browser on this machine; it works once. ${recipesIn}. Ctrl-C ends.\n`,
    );
    await untilAborted(io.signal);
    await server.close({ graceMs: 0 });
  } finally {
    await gleaner.close();
    await site?.close();
  }
}

/** Serves the bundled shop, which the studio's browser may reach, with a page of it to begin with. */
async function openShop({ environment }: CommandIo): Promise<{
  readonly start: string;
  readonly environment: CommandIo['environment'];
  close(): Promise<void>;
}> {
  const { serveFixtureSite } = await import('../../../test-kit/index.ts');
  const site = await serveFixtureSite({ host: hostname });
  const known = environment['GLEANER_ALLOW_PRIVATE'] ?? '';
  const own = `${hostname}/32:${new URL(site.url).port}`;
  const allowed = known.trim() === '' ? own : `${known},${own}`;
  return {
    start: `${site.url}/shop/`,
    environment: { ...environment, GLEANER_ALLOW_PRIVATE: allowed },
    close: () => site.close(),
  };
}

/** Rejects with a `TypeError` for a recipe that is not there, or that another folder than its own is named for. */
async function resolveTarget(
  target: string | undefined,
  folder: string | undefined,
): Promise<{ readonly start: StudioStart; readonly folder: string }> {
  const named = path.resolve(folder ?? '.');
  if (target === undefined) return { start: {}, folder: named };
  if (!target.endsWith('.json') || /^https?:/i.test(target)) {
    if (!/[.:]/.test(target)) {
      const file = `${target}.json`;
      throw new TypeError(
        existsSync(path.resolve(file))
          ? `"${target}" is no address: give ${file} to go on with that recipe.`
          : `"${target}" is neither an address nor a recipe: give a URL with https://, or the name of a recipe’s file, which ends in .json.`,
      );
    }
    if (/^[a-z][\w+.-]*:\/\//i.test(target) && !/^https?:/i.test(target)) {
      throw new TypeError(
        `The studio opens no page like "${target}": give a URL with https:// or http://.`,
      );
    }
    return { start: { url: target }, folder: named };
  }
  const file = path.resolve(target);
  if (folder !== undefined && path.dirname(file) !== named) {
    throw new TypeError(`"${target}" does not lie in --folder: a recipe is kept where it lies.`);
  }
  const recipe = path.basename(file, '.json');
  await readJsonFile(target, 'recipe');
  await access(path.dirname(file));
  return { start: { recipe }, folder: path.dirname(file) };
}

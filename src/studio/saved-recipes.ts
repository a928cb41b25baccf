import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { makeFolder } from '../runtime/make-folder.ts';
import { GleanerError } from '../runtime/errors/gleaner-error.ts';
import type {
  SavedStudioRecipe,
  StudioRecipeEntry,
  StudioRecipeVersion,
  StudioRecipes,
} from './api/studio-draft.ts';
import type { Clock } from '../runtime/contracts/clock.ts';
import { systemClock } from '../runtime/signals/waiting.ts';
import { changedRecipe } from '../runtime/errors/store-errors.ts';

/** Where versions are, beside the recipes. */
const versionFolder = '.versions';
const maxBytes = 5 * 1_048_576;
/** Files of a folder that are looked at. */
const maxFiles = 1_000;
/** Names of files on every system; no way leads out of the folder. */
const idPattern = /^(?!\.)[\w.-]{1,100}$/;

/**
 * Keeps the recipes of one person as files: `<folder>/<id>.json` is the newest version, as `gleaner run` takes it, and
 * `<folder>/.versions/<id>/<number>.json` is each one. A file that was changed by hand is a version, too. All owners see the same.
 */
export function folderRecipes(folder: string): StudioRecipes {
  const root = path.resolve(folder);
  const fileOf = (id: string): string => path.join(root, `${id}.json`);
  const versionsOf = (id: string): string => path.join(root, versionFolder, id);
  /** Saves run one after another: two of them would take the same number. */
  let saving: Promise<unknown> = Promise.resolve();

  async function listNumbers(id: string): Promise<readonly number[]> {
    const names = await readdir(versionsOf(id)).catch(() => []);
    const numbers = names.flatMap((name) => /^(\d{1,9})\.json$/.exec(name)?.[1] ?? []).map(Number);
    return numbers.toSorted((a, b) => a - b);
  }

  const readVersion = (id: string, version: number): Promise<StudioRecipeVersion | undefined> =>
    read(path.join(versionsOf(id), `${version}.json`), id, version);

  /** The file itself, with the number that it has, or would have. */
  async function readNewest(
    id: string,
  ): Promise<(StudioRecipeVersion & { readonly isSaved: boolean }) | undefined> {
    if (!idPattern.test(id)) return undefined;
    const last = (await listNumbers(id)).at(-1) ?? 0;
    const [file, kept] = await Promise.all([read(fileOf(id), id, last), readVersion(id, last)]);
    if (file === undefined) return undefined;
    const isSaved =
      kept !== undefined && JSON.stringify(kept.document) === JSON.stringify(file.document);
    return { ...file, version: isSaved ? last : last + 1, isSaved };
  }

  async function keep(id: string, version: number, text: string): Promise<void> {
    makeFolder(versionsOf(id));
    await writeFile(path.join(versionsOf(id), `${version}.json`), text, { flag: 'wx' });
  }

  async function save({
    id: given,
    from,
    document,
  }: SavedStudioRecipe): Promise<StudioRecipeEntry> {
    const title = toRecipeTitle(document);
    const id = given ?? (await findFreeId(title));
    const before = await readNewest(id);
    if (given !== undefined && before === undefined) throw new GleanerError('not_found', noRecipe);
    checkVersion(id, from, before?.version ?? 0);
    if (before?.isSaved === false) await keep(id, before.version, toText(before.document));
    const version = (before?.version ?? 0) + 1;
    const text = toText(document);
    await keep(id, version, text);
    // A reader finds the old file or the new one, and never a half.
    const draft = path.join(versionsOf(id), `.${randomUUID()}`);
    await writeFile(draft, text);
    await rename(draft, fileOf(id));
    const { mtimeMs } = await stat(fileOf(id));
    return { id, title, version, savedAtMs: Math.round(mtimeMs) };
  }

  async function findFreeId(title: string): Promise<string> {
    const name = title
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60);
    const base = name === '' ? 'recipe' : name;
    const taken = new Set(await readdir(root).catch(() => []));
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? base : `${base}-${number}`;
      if (!taken.has(`${id}.json`)) return id;
    }
  }

  return {
    async list() {
      const names = await readdir(root).catch(() => []);
      const ids = names.filter((name) => name.endsWith('.json')).slice(0, maxFiles);
      const found = await Promise.all(
        ids.map((name) => readNewest(name.slice(0, -'.json'.length))),
      );
      const entries = found.flatMap((one) => (one === undefined ? [] : toEntry(one)));
      return entries.toSorted((a, b) => b.savedAtMs - a.savedAtMs);
    },
    async find(_owner, { id, version }) {
      const newest = await readNewest(id);
      if (newest === undefined) return undefined;
      if (version !== undefined && version !== newest.version) return readVersion(id, version);
      return { ...toEntry(newest), document: newest.document };
    },
    async listVersions(_owner, id) {
      const newest = await readNewest(id);
      if (newest === undefined) return [];
      const numbers = await listNumbers(id);
      const kept = await Promise.all(numbers.map((version) => readVersion(id, version)));
      const entries = kept.flatMap((one) => (one === undefined ? [] : toEntry(one)));
      return (newest.isSaved ? entries : [...entries, toEntry(newest)]).toReversed();
    },
    async save(_owner, recipe) {
      const saved = saving.then(() => save(recipe));
      // The next one is saved all the same.
      saving = saved.catch(() => undefined);
      return saved;
    },
  };
}

async function read(
  file: string,
  id: string,
  version: number,
): Promise<StudioRecipeVersion | undefined> {
  // A file that is gone is a version that is not there.
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  const document = parseRecipe(await readFile(file, 'utf8'));
  if (document === undefined) return undefined;
  return {
    id,
    title: toRecipeTitle(document),
    version,
    savedAtMs: Math.round(stats.mtimeMs),
    document,
  };
}

/** JSON with steps; `undefined` for any other file that lies there. */
function parseRecipe(text: string): unknown {
  try {
    const document: unknown = JSON.parse(text);
    const isRecipe = typeof document === 'object' && document !== null && 'steps' in document;
    return isRecipe && Array.isArray(document.steps) ? document : undefined;
  } catch {
    // A file of someone else.
    return undefined;
  }
}

function toText(document: unknown): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toEntry({ id, title, version, savedAtMs }: StudioRecipeEntry): StudioRecipeEntry {
  return { id, title, version, savedAtMs };
}

const noRecipe = 'There is no such recipe in the folder.';

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

/** Throws `conflict` where a recipe was made from another version than the newest; `undefined` asks for none. */
function checkVersion(id: string, from: number | undefined, current: number): void {
  if (from !== undefined && from !== current) throw changedRecipe(id, { given: from, current });
}

/** The title of a recipe that has none. */
export const untitled = 'Recipe';

/** Returns the title of a recipe's document, at most 200 characters; `untitled` where it has none. */
function toRecipeTitle(document: unknown): string {
  const { title } = (typeof document === 'object' && document !== null ? document : {}) as {
    readonly title?: unknown;
  };
  const text = typeof title === 'string' ? title.trim().slice(0, 200) : '';
  return text === '' ? untitled : text;
}

import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type {
  SavedStudioRecipe,
  StudioRecipeEntry,
  StudioRecipes,
  StudioRecipeVersion,
} from '../api/studio-recipes.ts';
import { checkVersion } from './check-version.ts';
import { toRecipeTitle } from './to-recipe-title.ts';

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
  ): Promise<(StudioRecipeVersion & { readonly isKept: boolean }) | undefined> {
    if (!idPattern.test(id)) return undefined;
    const last = (await listNumbers(id)).at(-1) ?? 0;
    const [file, kept] = await Promise.all([read(fileOf(id), id, last), readVersion(id, last)]);
    if (file === undefined) return undefined;
    const isKept =
      kept !== undefined && JSON.stringify(kept.document) === JSON.stringify(file.document);
    return { ...file, version: isKept ? last : last + 1, isKept };
  }

  async function keep(id: string, version: number, text: string): Promise<void> {
    await mkdir(versionsOf(id), { recursive: true });
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
    if (before?.isKept === false) await keep(id, before.version, toText(before.document));
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
      return (newest.isKept ? entries : [...entries, toEntry(newest)]).toReversed();
    },
    async save(_owner, recipe) {
      const saved = saving.then(() => save(recipe));
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

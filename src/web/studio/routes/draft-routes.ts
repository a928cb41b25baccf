import { GleanerError, invalidRequest } from '../../../runtime/errors/gleaner-error.ts';
import { toSafeName } from '../../../browser/files/file-names.ts';
import type {
  SaveStudioDraft,
  StudioDraft,
  StudioExportFormat,
} from '../../../studio/api/studio-draft.ts';
import { toChromeJson, toTypeScript } from '../../../studio/draft/export-recipe.ts';
import { type RecipeDocument, parseRecipeDocument } from '../../../studio/draft/recipe-document.ts';
import type { StudioCall, StudioRoute } from './studio-route.ts';
import { z } from 'zod';
import { parseInput } from '../../../core/operations/parse-input.ts';

/** The calls around an owner's draft. */
export const draftRoutes: readonly StudioRoute[] = [
  { method: 'GET', path: '/draft', call: async ({ drafts, owner }) => drafts.of(owner).view() },
  {
    method: 'PUT',
    path: '/draft',
    takesRecipe: true,
    takesDraft: true,
    async call(request) {
      const { drafts, owner } = request;
      const { document, source, saved } = await readOpened(request);
      drafts.of(owner).open(document, source, saved);
      return drafts.of(owner).view();
    },
  },
  {
    method: 'POST',
    path: '/draft/edits',
    takesRecipe: true,
    takesDraft: true,
    async call({ drafts, owner, body }) {
      const { edits, revision } = parseEditing(body);
      const draft = drafts.of(owner);
      if (revision !== undefined && revision !== draft.view().revision) {
        throw new GleanerError('conflict', outdated);
      }
      draft.edit(edits);
      return draft.view();
    },
  },
  {
    method: 'POST',
    path: '/draft/undo',
    async call({ drafts, owner }) {
      drafts.of(owner).undo();
      return drafts.of(owner).view();
    },
  },
  {
    method: 'POST',
    path: '/draft/redo',
    async call({ drafts, owner }) {
      drafts.of(owner).redo();
      return drafts.of(owner).view();
    },
  },
  { method: 'POST', path: '/draft/save', call: save },
  {
    method: 'GET',
    path: '/draft/export',
    async call({ drafts, owner, query }) {
      const format = parseExportFormat(query.get('format'));
      const document = drafts.of(owner).require();
      const { write, type, ending } = exports[format];
      const name = toSafeName(`${document.title.slice(0, 80)}${ending}`);
      return new Response(write(document), {
        headers: {
          'content-type': type,
          // Names in headers are ASCII; the form for others stands behind it (RFC 6266).
          'content-disposition': `attachment; filename="recipe${ending}"; filename*=UTF-8''${toHeaderText(name)}`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  },
];

interface Opened {
  readonly document: RecipeDocument | undefined;
  readonly source: StudioDraft['source'];
  /** What the source holds. */
  readonly saved: RecipeDocument | undefined;
}

async function readOpened({ owner, recipes, body }: StudioCall): Promise<Opened> {
  const { document: given, source, recipe: id, version } = parseDraftOpening(body);
  if (id === undefined) {
    if (given === undefined) return { document: undefined, source: undefined, saved: undefined };
    const { document } = parseRecipeDocument(given);
    const known = source && (await recipes.find(owner, source));
    const saved = known && parseRecipeDocument(known.document).document;
    return { document, source, saved };
  }
  const found = await recipes.find(owner, { id, version });
  if (found === undefined) throw new GleanerError('not_found', noRecipe);
  const { document } = parseRecipeDocument(found.document);
  return { document, source: { id, version: found.version }, saved: document };
}

async function save({ owner, drafts, recipes, body }: StudioCall): Promise<object> {
  const { title, asNew = false } = parseSaving(body);
  const draft = drafts.of(owner);
  const { source } = draft.view();
  const now = draft.require();
  if (title !== undefined && title !== now.title) {
    draft.edit([{ edit: 'set_title', title }]);
  }
  const document = draft.require();
  const from = asNew || source === undefined ? {} : { id: source.id, from: source.version };
  const { id: saved, version } = await recipes.save(owner, { ...from, document });
  draft.markSaved(document, { id: saved, version });
  return draft.view();
}

const exports: Readonly<
  Record<
    StudioExportFormat,
    {
      readonly write: (document: unknown) => string;
      readonly type: string;
      readonly ending: string;
    }
  >
> = {
  chrome: { write: toChromeJson, type: 'application/json; charset=utf-8', ending: '.json' },
  typescript: { write: toTypeScript, type: 'text/plain; charset=utf-8', ending: '.ts' },
};

/** Percent-encoded as RFC 5987 asks for, which takes fewer characters as they are than `encodeURIComponent`. */
function toHeaderText(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const outdated =
  'The draft was changed elsewhere meanwhile: look at it as it is now, and make the change again.';
const noRecipe = 'There is no such recipe, or not in this version.';

type Body = Readonly<Record<string, unknown>>;

/** What the draft becomes: a document, or a kept recipe by its id; neither empties it. */
interface DraftOpening {
  readonly document?: unknown;
  readonly source?: StudioDraft['source'];
  readonly recipe?: string | undefined;
  readonly version?: number | undefined;
}

const version = z.int().min(1).max(999_999_999);
const source = z.strictObject({ id: z.string().min(1).max(200), version });
const opening = z.strictObject({
  document: z.unknown().optional(),
  recipe: z.string().min(1).max(200).optional(),
  version: version.optional(),
  source: source.optional(),
});

/** Returns what the draft becomes; throws `invalid_request` with all that is wrong. */
function parseDraftOpening(body: Body): DraftOpening {
  const { fields, issues } = parseInput(opening, body);
  if (fields === undefined) throw invalidRequest('open the draft', issues);
  const { document, recipe } = fields;
  if (document !== undefined && recipe !== undefined) {
    const message = 'Give either a document, or the id of a kept recipe.';
    throw invalidRequest('open the draft', [{ path: '/recipe', message }]);
  }
  return fields;
}

/** Each edit is read as it is done: one may need what an earlier one makes. */
const editing = z.strictObject({
  edits: z.array(z.unknown()).min(1).max(50),
  revision: z.int().min(0).optional(),
});

/** Returns the edits, each of them still unknown; throws `invalid_request` with all that is wrong. */
function parseEditing(body: Body): {
  readonly edits: readonly unknown[];
  readonly revision?: number | undefined;
} {
  const { fields, issues } = parseInput(editing, body);
  if (fields === undefined) throw invalidRequest('change the recipe', issues);
  return fields;
}

const saving = z.strictObject({
  title: z.string().trim().min(1).max(1_000).optional(),
  asNew: z.boolean().optional(),
});

/** Returns how the draft is saved; throws `invalid_request` with all that is wrong. */
function parseSaving(body: Body): SaveStudioDraft {
  const { fields, issues } = parseInput(saving, body);
  if (fields === undefined) throw invalidRequest('save the recipe', issues);
  return fields;
}

/** Returns a format of `?format=`; throws `invalid_request` for another one. */
function parseExportFormat(text: string | null): StudioExportFormat {
  if (text === 'chrome' || text === 'typescript') return text;
  const message = 'Expected "chrome" or "typescript".';
  throw invalidRequest('export the recipe', [{ path: '/format', message }]);
}

const restoring = z.strictObject({ version });

/** Returns the version that a recipe is brought back to; throws `invalid_request`. */
export function parseRestoring(body: Body): number {
  const { fields, issues } = parseInput(restoring, body);
  if (fields === undefined) throw invalidRequest('restore the recipe', issues);
  return fields.version;
}

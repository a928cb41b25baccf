import { z } from 'zod';
import { toSafeName } from '../../../browser/files/file-names.ts';
import { GleanerError, invalidRequest } from '../../../runtime/errors/gleaner-error.ts';
import type {
  OpenStudioDraft,
  StudioDraft,
  StudioExportFormat,
  StudioRecipeVersion,
} from '../../../studio/api/studio-draft.ts';
import { compareRecipes } from '../../../studio/draft/compare-recipes.ts';
import type { DraftEdit } from '../../../studio/draft/edit-draft.ts';
import { toChromeJson, toTypeScript } from '../../../studio/draft/export-recipe.ts';
import { type RecipeDocument, parseRecipeDocument } from '../../../studio/draft/recipe-document.ts';
import type { RouteInput } from '../../exchange/route.ts';
import { type StudioCaller, type StudioRoutes } from './studio-route.ts';

const version = z.int().min(1).max(999_999_999);
/** Numbers of a query come as text. */
const askedVersion = z.coerce.number().pipe(version);
const recipeId = z.string().min(1).max(200);

/** Each edit is checked as it is done, since one may need what an earlier one makes: until then it may be anything. */
const uncheckedEdits = z.array(z.unknown()).min(1).max(50) as z.ZodType<readonly DraftEdit[]>;

/** The calls around an owner's draft. */
export const draftRoutes: StudioRoutes<
  | 'GET /draft'
  | 'PUT /draft'
  | 'POST /draft/edits'
  | 'POST /draft/undo'
  | 'POST /draft/redo'
  | 'POST /draft/save'
  | 'GET /draft/export'
> = {
  'GET /draft': { call: ({ drafts, owner }) => drafts.of(owner).view() },
  'PUT /draft': {
    action: 'open the draft',
    takesRecipe: true,
    takesDraft: true,
    body: z.strictObject({
      document: z.unknown().optional(),
      recipe: recipeId.optional(),
      version: version.optional(),
      source: z.strictObject({ id: recipeId, version }).optional(),
    }),
    async call({ drafts, owner, recipes, body }) {
      const { document, source, saved } = await readOpened({ owner, recipes }, body);
      drafts.of(owner).open(document, source, saved);
      return drafts.of(owner).view();
    },
  },
  'POST /draft/edits': {
    action: 'change the recipe',
    takesRecipe: true,
    takesDraft: true,
    body: z.strictObject({ edits: uncheckedEdits, revision: z.int().min(0).optional() }),
    call({ drafts, owner, body: { edits, revision } }) {
      const draft = drafts.of(owner);
      if (revision !== undefined && revision !== draft.view().revision) {
        throw new GleanerError('conflict', outdated);
      }
      draft.edit(edits);
      return draft.view();
    },
  },
  'POST /draft/undo': {
    call({ drafts, owner }) {
      drafts.of(owner).undo();
      return drafts.of(owner).view();
    },
  },
  'POST /draft/redo': {
    call({ drafts, owner }) {
      drafts.of(owner).redo();
      return drafts.of(owner).view();
    },
  },
  'POST /draft/save': {
    action: 'save the recipe',
    body: z.strictObject({
      title: z.string().trim().min(1).max(1_000).optional(),
      asNew: z.boolean().optional(),
    }),
    async call({ owner, drafts, recipes, body: { title, asNew = false } }) {
      const draft = drafts.of(owner);
      const { source } = draft.view();
      const now = draft.require();
      if (title !== undefined && title !== now.title) {
        draft.edit([{ edit: 'set_title', title }]);
      }
      const document = draft.require();
      const from = asNew || source === undefined ? {} : { id: source.id, from: source.version };
      const { id: saved, version: newest } = await recipes.save(owner, { ...from, document });
      draft.markSaved(document, { id: saved, version: newest });
      return draft.view();
    },
  },
  'GET /draft/export': {
    action: 'export the recipe',
    query: z.strictObject({ format: z.enum(['chrome', 'typescript']) }),
    call({ drafts, owner, query: { format } }) {
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
};

interface Opened {
  readonly document: RecipeDocument | undefined;
  readonly source: StudioDraft['source'];
  /** What the source holds. */
  readonly saved: RecipeDocument | undefined;
}

async function readOpened(
  { owner, recipes }: Pick<StudioCaller, 'owner' | 'recipes'>,
  { document: given, source, recipe: id, version: wanted }: OpenStudioDraft,
): Promise<Opened> {
  if (id === undefined) {
    if (given === undefined) return { document: undefined, source: undefined, saved: undefined };
    const { document } = parseRecipeDocument(given);
    const known = source && (await recipes.find(owner, source));
    const saved = known && parseRecipeDocument(known.document).document;
    return { document, source, saved };
  }
  if (given !== undefined) {
    const message = 'Give either a document, or the id of a kept recipe.';
    throw invalidRequest('open the draft', [{ path: '/recipe', message }]);
  }
  const found = await recipes.find(owner, { id, version: wanted });
  if (found === undefined) throw noRecipe();
  const { document } = parseRecipeDocument(found.document);
  return { document, source: { id, version: found.version }, saved: document };
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

const saving = z.strictObject({ document: z.record(z.string(), z.unknown()) });

/** The calls around kept recipes. */
export const recipeRoutes: StudioRoutes<
  | 'GET /recipes'
  | 'POST /recipes'
  | 'GET /recipes/{id}'
  | 'GET /recipes/{id}/versions'
  | 'POST /recipes/{id}/versions'
  | 'GET /recipes/{id}/compare'
  | 'POST /recipes/{id}/restore'
> = {
  'GET /recipes': {
    call: async ({ owner, recipes }) => ({ recipes: await recipes.list(owner) }),
  },
  'POST /recipes': {
    action: 'save the recipe',
    takesRecipe: true,
    body: saving,
    call: ({ owner, drafts, recipes, body }) =>
      recipes.save(owner, { document: drafts.of(owner).redact(body.document) }),
  },
  'GET /recipes/{id}': {
    action: 'read the recipe',
    query: z.strictObject({ version: askedVersion.optional() }),
    call: (request) => requireRecipe(request, request.query.version),
  },
  'GET /recipes/{id}/versions': {
    async call({ owner, recipes, parameters: { id } }) {
      const versions = await recipes.listVersions(owner, id);
      if (versions.length === 0) throw noRecipe();
      return { versions };
    },
  },
  'POST /recipes/{id}/versions': {
    action: 'save the recipe',
    takesRecipe: true,
    body: saving,
    call: ({ owner, drafts, recipes, parameters: { id }, body }) =>
      recipes.save(owner, { id, document: drafts.of(owner).redact(body.document) }),
  },
  'GET /recipes/{id}/compare': {
    action: 'read the recipe',
    query: z.strictObject({ from: askedVersion, to: askedVersion }),
    async call(request) {
      const { from, to } = request.query;
      const [before, after] = await Promise.all([
        requireRecipe(request, from),
        requireRecipe(request, to),
      ]);
      return { changes: compareRecipes(before.document, after.document) };
    },
  },
  'POST /recipes/{id}/restore': {
    action: 'restore the recipe',
    body: z.strictObject({ version }),
    async call(request) {
      const { owner, recipes, parameters, body } = request;
      const { document } = await requireRecipe(request, body.version);
      return recipes.save(owner, { id: parameters.id, document });
    },
  },
};

async function requireRecipe(
  {
    owner,
    recipes,
    parameters: { id },
  }: Pick<StudioCaller, 'owner' | 'recipes'> &
    Pick<RouteInput<unknown, unknown, 'id'>, 'parameters'>,
  wanted: number | undefined,
): Promise<StudioRecipeVersion> {
  const found = await recipes.find(owner, { id, version: wanted });
  if (found === undefined) throw noRecipe();
  return found;
}

function noRecipe(): GleanerError<'not_found'> {
  return new GleanerError('not_found', 'There is no such recipe, or not in this version.');
}

import { GleanerError } from '../../errors/gleaner-error.ts';
import { toSafeName } from '../../files/to-safe-name.ts';
import type { StudioDraft, StudioExportFormat } from '../api/studio-draft.ts';
import { applyDraftEdits } from '../draft/apply-draft-edits.ts';
import { toChromeJson, toTypeScript } from '../draft/export-recipe.ts';
import { parseRecipeDocument, type RecipeDocument } from '../draft/recipe-document.ts';
import { parseDraftOpening, parseEditing, parseExportFormat, parseSaving } from './draft-bodies.ts';
import type { StudioCall, StudioRoute } from './studio-route.ts';

/** The calls around an owner's draft. */
export const draftRoutes: readonly StudioRoute[] = [
  { method: 'GET', path: '/draft', call: async ({ drafts, owner }) => drafts.of(owner).view() },
  {
    method: 'PUT',
    path: '/draft',
    async call(request) {
      const { drafts, owner } = request;
      const { document, source, kept } = await readOpened(request);
      drafts.of(owner).open(document, source, kept);
      return drafts.of(owner).view();
    },
  },
  {
    method: 'POST',
    path: '/draft/edits',
    async call({ drafts, owner, body }) {
      const { edits, revision } = parseEditing(body);
      const draft = drafts.of(owner);
      if (revision !== undefined && revision !== draft.view().revision) {
        throw new GleanerError('conflict', outdated);
      }
      draft.change(applyDraftEdits(draft.document(), edits));
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
  readonly kept: RecipeDocument | undefined;
}

async function readOpened({ owner, recipes, body }: StudioCall): Promise<Opened> {
  const { document: given, source, recipe: id, version } = parseDraftOpening(body);
  if (id === undefined) {
    if (given === undefined) return { document: undefined, source: undefined, kept: undefined };
    const { document } = parseRecipeDocument(given);
    const known = source && (await recipes.find(owner, source));
    const kept = known && parseRecipeDocument(known.document).document;
    return { document, source, kept };
  }
  const found = await recipes.find(owner, { id, version });
  if (found === undefined) throw new GleanerError('not_found', noRecipe);
  const { document } = parseRecipeDocument(found.document);
  return { document, source: { id, version: found.version }, kept: document };
}

async function save({ owner, drafts, recipes, body }: StudioCall): Promise<object> {
  const { title, asNew = false } = parseSaving(body);
  const draft = drafts.of(owner);
  const { source } = draft.view();
  const now = draft.require();
  if (title !== undefined && title !== now.title) {
    draft.change(applyDraftEdits(now, [{ edit: 'set_title', title }]));
  }
  const document = draft.require();
  const from = asNew || source === undefined ? {} : { id: source.id, from: source.version };
  const { id: kept, version } = await recipes.save(owner, { ...from, document });
  draft.markSaved(document, { id: kept, version });
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

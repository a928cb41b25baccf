import type { StudioPlace, StudioPlaceKind, StudioStart } from '../../../studio/api/studio-api.ts';
import type { StudioRecipes } from '../../../studio/api/studio-draft.ts';
import type { StudioSessions } from '../../../studio/session/create-studio-sessions.ts';
import type { StudioDrafts, StudioWork } from '../../../studio/workbench/create-studio-work.ts';
import type { z } from 'zod';
import { type Issue, invalidRequest } from '../../../runtime/errors/gleaner-error.ts';
import { parseInput } from '../../../core/operations/parse-input.ts';

/** A call of the studio's API. */
export interface StudioRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `api`; parameters in braces. */
  readonly path: string;
  /** Its body holds a recipe, and may be as large as the owner's recipes. */
  readonly takesRecipe?: true;
  /** It may begin a draft. */
  readonly takesDraft?: true;
  /** Resolves to the answer, as JSON or as a response of its own. Rejects with a `GleanerError`. */
  call(request: StudioCall): Promise<object>;
}

/** A call by an owner who has signed in. */
export interface StudioCall {
  readonly owner: string;
  /** Aborts when the owner signs out. */
  readonly signedOut: AbortSignal | undefined;
  /** What takes the owner's place of a kind; `undefined` where they are not counted. */
  readonly placeOf: (kind: StudioPlaceKind) => (() => Promise<StudioPlace>) | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** A JSON object, empty where none was sent. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly sessions: StudioSessions;
  readonly recipes: StudioRecipes;
  readonly drafts: StudioDrafts;
  readonly work: StudioWork;
  readonly start: StudioStart;
}

/** The shapes of objects, by the member that says which one it is. */
export type Shapes = Readonly<Record<string, z.ZodObject<z.ZodRawShape, z.core.$strict>>>;

/** What is wrong with an object, or nothing. */
interface ReadByMember {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** Reads an object by the shape that its member names. */
export function readByMember(shapes: Shapes, input: unknown, member: string): ReadByMember {
  const named = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  const kind = Object.hasOwn(named, member) ? named[member] : undefined;
  const shape = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (shape === undefined) {
    const message = `Expected one of ${Object.keys(shapes).join(', ')}.`;
    return { value: undefined, issues: [{ path: `/${member}`, message }] };
  }
  const { fields, issues } = parseInput(shape, input);
  return { value: fields, issues };
}

/** Returns an object that the shape of its member takes; throws `invalid_request` with all that is wrong. */
export function parseByMember(
  shapes: Shapes,
  input: unknown,
  { member, action }: { readonly member: string; readonly action: string },
): unknown {
  const { value, issues } = readByMember(shapes, input, member);
  if (value === undefined) throw invalidRequest(action, issues);
  return value;
}

import type { OpenStudioSession, StudioCommand, StudioSessionResult } from './studio-command.ts';
import type { StudioInput } from './studio-input.ts';
import type { StudioStart } from './studio-owner.ts';
import type { StudioRecipeEntry, StudioRecipeVersion } from './studio-recipes.ts';

/**
 * Every call below `api`, by method and path. Bodies and answers are JSON; a failed call is answered with the `error` envelope of
 * `/v1`. `GET /session/events` streams `StudioEvent`s, one JSON object a line. All calls need a sign-in.
 */
export interface StudioApi {
  'GET /start': { readonly data: StudioStart };
  'POST /session': { readonly body: OpenStudioSession; readonly data: StudioSessionResult };
  'GET /session': { readonly data: StudioSessionResult };
  /** Ends the session. */
  'DELETE /session': { readonly data: StudioDone };
  /** At most 100 inputs, done in order. */
  'POST /session/input': {
    readonly body: { readonly inputs: readonly StudioInput[] };
    readonly data: StudioDone;
  };
  'POST /session/command': { readonly body: StudioCommand; readonly data: StudioSessionResult };
  'GET /recipes': { readonly data: { readonly recipes: readonly StudioRecipeEntry[] } };
  'POST /recipes': {
    readonly body: { readonly document: unknown };
    readonly data: StudioRecipeEntry;
  };
  /** The newest version, or the one of `?version=`. */
  'GET /recipes/{id}': { readonly data: StudioRecipeVersion };
  'GET /recipes/{id}/versions': {
    readonly data: { readonly versions: readonly StudioRecipeEntry[] };
  };
  'POST /recipes/{id}/versions': {
    readonly body: { readonly document: unknown };
    readonly data: StudioRecipeEntry;
  };
}

/** The answer of a call that gives nothing else. */
export interface StudioDone {
  readonly done: true;
}

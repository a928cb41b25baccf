export type { StudioApi, StudioDone } from './api/studio-api.ts';
export type {
  OpenStudioSession,
  StudioCommand,
  StudioSessionResult,
} from './api/studio-command.ts';
export type {
  StudioEnd,
  StudioEndReason,
  StudioEvent,
  StudioFrame,
  StudioNotice,
  StudioNoticeCode,
  StudioStateEvent,
} from './api/studio-event.ts';
export type {
  StudioCompositionInput,
  StudioInput,
  StudioKeyInput,
  StudioModifier,
  StudioMouseInput,
  StudioPasteInput,
  StudioTextInput,
  StudioWheelInput,
} from './api/studio-input.ts';
export type { StudioOwner, StudioStart, StudioStartResult } from './api/studio-owner.ts';
export type {
  SavedStudioRecipe,
  StudioRecipeEntry,
  StudioRecipes,
  StudioRecipeVersion,
} from './api/studio-recipes.ts';
export type { StudioDialog, StudioState, StudioTab, StudioViewport } from './api/studio-state.ts';
export { createStudio } from './create-studio.ts';
export type { StudioHandler, StudioOptions } from './create-studio.ts';
export { folderRecipes } from './recipes/folder-recipes.ts';
export { memoryRecipes } from './recipes/memory-recipes.ts';
export { createStudioToken } from './server/create-token-access.ts';

export type {
  MatchCounts,
  RankedSelector,
  ProposedSelector,
} from '../contracts/recipe/proposed-selector.ts';
export type { PaginateParameters, FieldColumn, Row } from './picking/list-draft.ts';
export type { StudioApi, StudioDone } from './api/studio-api.ts';
export type {
  OpenStudioSession,
  StudioCommand,
  StudioSessionResult,
} from './api/studio-command.ts';
export type {
  StudioDraftEvent,
  StudioEnd,
  StudioEndReason,
  StudioEvent,
  StudioFrame,
  StudioNotice,
  StudioNoticeCode,
  StudioStateEvent,
  StudioTableEvent,
  StudioTrialEnd,
  StudioTrialProgress,
} from './api/studio-event.ts';
export type {
  EditStudioDraft,
  OpenStudioDraft,
  SaveStudioDraft,
  StudioComparison,
  StudioDraft,
  StudioRepairChoice,
  StudioVariable,
} from './api/studio-draft.ts';
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
export type {
  FindStudioPagination,
  StudioBox,
  StudioInspection,
  StudioPagination,
  StudioPick,
  StudioTable,
  StudioTableEdit,
} from './api/studio-table.ts';
export type {
  StartStudioTrial,
  StudioRepair,
  StudioSeenElement,
  StudioTrial,
  StudioTrialEvent,
} from './api/studio-trial.ts';
export type { RecipeChange } from './draft/compare-recipes.ts';
export type { DraftEdit } from './draft/draft-edit.ts';
export type { RecipeDocument, StepDocument } from './draft/recipe-document.ts';
export type { DraftField, DraftKind, ListDraft } from './picking/list-draft.ts';
export type {
  StepBegun,
  StepEnded,
  StepSeen,
  TrialDrift,
  TrialEvent,
  TrialFailure,
  TrialResult,
  TrialRows,
  TrialStep,
} from './trial/trial-event.ts';
export { createStudio } from './create-studio.ts';
export type { StudioHandler, StudioOptions } from './create-studio.ts';
export { folderRecipes } from './recipes/folder-recipes.ts';
export { memoryRecipes } from './recipes/memory-recipes.ts';
export { createStudioToken } from './server/create-token-access.ts';

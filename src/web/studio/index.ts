export type {
  MatchCounts,
  RankedSelector,
  ProposedSelector,
} from '../../runtime/contracts/recipe/fingerprint.ts';
export type { PaginateParameters, FieldColumn, Row } from '../../studio/picking/list-draft.ts';
export type { StudioApi, StudioDone } from '../../studio/api/studio-api.ts';
export type {
  OpenStudioSession,
  StudioCommand,
  StudioSessionResult,
} from '../../studio/api/studio-browsing.ts';
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
} from '../../studio/api/studio-event.ts';
export type {
  EditStudioDraft,
  OpenStudioDraft,
  SaveStudioDraft,
  StudioComparison,
  StudioDraft,
  StudioExportFormat,
  StudioRepairChoice,
  StudioVariable,
} from '../../studio/api/studio-draft.ts';
export type {
  StudioCompositionInput,
  StudioInput,
  StudioKeyInput,
  StudioModifier,
  StudioMouseInput,
  StudioPasteInput,
  StudioTextInput,
  StudioWheelInput,
} from '../../studio/api/studio-browsing.ts';
export type {
  StudioOwner,
  StudioPlace,
  StudioPlaceKind,
  StudioStart,
  StudioStartResult,
} from '../../studio/api/studio-api.ts';
export type {
  SavedStudioRecipe,
  StudioRecipeEntry,
  StudioRecipes,
  StudioRecipeVersion,
} from '../../studio/api/studio-draft.ts';
export type {
  StudioDialog,
  StudioState,
  StudioTab,
  StudioViewport,
} from '../../studio/api/studio-browsing.ts';
export type {
  FindStudioPagination,
  StudioBox,
  StudioInspection,
  StudioPagination,
  StudioPick,
  StudioTable,
  StudioTableEdit,
} from '../../studio/api/studio-table.ts';
export type {
  StartStudioTrial,
  StudioRepair,
  StudioSeenElement,
  StudioTrial,
  StudioTrialEvent,
} from '../../studio/api/studio-trial.ts';
export type { RecipeChange } from '../../studio/draft/compare-recipes.ts';
export type { DraftEdit } from '../../studio/draft/edit-draft.ts';
export type { RecipeDocument, StepDocument } from '../../studio/draft/recipe-document.ts';
export type { DraftField, DraftKind, ListDraft } from '../../studio/picking/list-draft.ts';
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
} from '../../studio/trial/trial-event.ts';
export { createStudio } from './create-studio.ts';
export type { StudioHandler, StudioOptions } from './create-studio.ts';
export { folderRecipes } from '../../studio/saved-recipes.ts';
export { memoryRecipes } from '../../studio/saved-recipes.ts';
export { createStudioToken } from './create-token-access.ts';

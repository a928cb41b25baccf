import type { StudioApi } from '../../../../src/studio/api/studio-api.ts';
import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import type { StudioTable } from '../../../../src/studio/api/studio-table.ts';
import type {
  StudioSeenElement,
  StudioTrial,
  StudioTrialEvent,
} from '../../../../src/studio/api/studio-trial.ts';
import type { InputOf } from '../../api/call-types.ts';

/** What the studio's API speaks of, by the names that the page uses. */
export type RecipeDocument = NonNullable<StudioDraft['document']>;
export type Variable = StudioDraft['variables'][number];
export type StepDocument = RecipeDocument['steps'][number];
export type DraftEdit = InputOf<StudioApi, 'POST /draft/edits'>['body']['edits'][number];
export type Selectors = StudioSeenElement['selectors'];
export type Selector = Selectors[number];
export type TableEdit = InputOf<StudioApi, 'POST /session/table/edit'>['body'];
export type TableField = StudioTable['draft']['fields'][number];
export type FieldType = TableField['type'];
export type TableColumn = StudioTable['columns'][number];
export type TrialResult = NonNullable<StudioTrial['result']>;
export type StepSeen = Extract<StudioTrialEvent, { readonly event: 'step_seen' }>;
export type TargetMatches = StepSeen['targets'][number];
export type NearestElement = StepSeen['nearest'][number];

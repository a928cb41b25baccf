import type { RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import { extractKind } from './extract-kind.ts';
import {
  changeKind,
  clickKind,
  doubleClickKind,
  dragKind,
  hoverKind,
  keyDownKind,
  keyUpKind,
  uploadKind,
} from './input-steps.ts';
import {
  closeKind,
  emulateNetworkConditionsKind,
  navigateKind,
  screenshotKind,
  scrollKind,
  setViewportKind,
  waitForElementKind,
  waitForExpressionKind,
  waitKind,
} from './page-steps.ts';
import { paginateKind } from './pagination-kinds.ts';
import { repeatKind } from './repeat-kind.ts';
import type { StepKind, StepOf, StepType } from './step-kind.ts';

/** Every type of step: its JSON Schema, how it is read, and where values go in it. */
export const stepKinds: { readonly [Type in StepType]: StepKind<StepOf<Type>> } = {
  click: clickKind,
  doubleClick: doubleClickKind,
  hover: hoverKind,
  change: changeKind,
  keyDown: keyDownKind,
  keyUp: keyUpKind,
  navigate: navigateKind,
  scroll: scrollKind,
  setViewport: setViewportKind,
  emulateNetworkConditions: emulateNetworkConditionsKind,
  waitForElement: waitForElementKind,
  waitForExpression: waitForExpressionKind,
  close: closeKind,
  extract: extractKind,
  paginate: paginateKind,
  repeat: repeatKind,
  drag: dragKind,
  wait: waitKind,
  upload: uploadKind,
  screenshot: screenshotKind,
};

/** Returns what the format says of a step. */
export function findKind({ type }: Pick<RecipeStep, 'type'>): StepKind<RecipeStep> {
  return stepKinds[type];
}

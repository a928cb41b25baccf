import type { RecipeStep, StepBase, Target } from '../../runtime/contracts/recipe/recipe.ts';
import type { SchemaObject } from '../../extraction/schema/list-schema-fields.ts';

/** The type of a step, as it stands in recipes: of our own steps their name. */
export type StepType = RecipeStep['type'];

/** The step of a type. */
export type StepOf<Type extends StepType> = RecipeStep extends infer Step extends RecipeStep
  ? Step extends { readonly type: infer Types }
    ? Type extends Types
      ? Step
      : never
    : never
  : never;

/** What a step has beside the members of every step. */
export type OwnMembers<Step extends RecipeStep> = Omit<Step, keyof StepBase | 'type'>;

/** What the format says of one type of step. Every type has one in `stepKinds`. */
export interface StepKind<Step extends RecipeStep> {
  /** JSON Schema of its members; of a step of our own, of its parameters. */
  readonly schema: SchemaObject;
  /** Whether a step of our own, a `customStep` of the Recorder's format, needs parameters. @default a step of the Recorder */
  readonly parameters?: 'needed' | 'optional';
  /** Reads what its JSON Schema was held against; `undefined` where it cannot be used, or there is nothing to do. */
  parse(raw: RawStep): OwnMembers<Step> | undefined;
  /** Returns the members that values of variables change. */
  bind(step: Step, fill: Fill): Partial<OwnMembers<Step>>;
  /** The steps inside of it. @default none */
  inner?(step: Step): readonly RecipeStep[];
}

/** A step as it stands in the file, with what reads its parts. */
export interface RawStep extends StepReading {
  /** Of the step, or the parameters of a custom step. */
  readonly members: SchemaObject;
  /** JSON Pointer to the members. */
  readonly path: string;
  readonly base: StepBase;
  /** Reads its selectors; `undefined` where none can be used. */
  readonly element: () => Target | undefined;
  /** Reads its selectors where there are any. */
  readonly optionalElement: () => Target | undefined;
}

/** What turning raw steps into typed ones needs beside the step. */
export interface StepReading {
  /** `nth`: the number of the match to take, or the placeholder that stands for it. */
  readonly target: (raw: unknown, path: string, nth?: unknown) => Target | undefined;
  /** Notes a problem at a path; the name of the step is put in front. */
  readonly refuse: (path: string, problem: string) => void;
  /** Notes what is left out or taken otherwise than written; the name of the step is put in front. */
  readonly warn: (path: string, what: string) => void;
  /** The steps of a loop. */
  readonly list: (raw: unknown, path: string) => readonly RecipeStep[];
}

/** Puts the values of variables where their names stand, escaped for the place. */
export interface Fill {
  readonly text: (text: string) => string;
  readonly url: (url: string) => string;
  readonly pageUrl: (template: string) => string;
  readonly expression: (expression: string) => string;
  readonly json: <Value>(value: Value) => Value;
  readonly target: (target: Target) => Target;
  readonly steps: (steps: readonly RecipeStep[]) => readonly RecipeStep[];
}

/** Reads a step that has an element alone. */
export function parseElement(raw: RawStep): { readonly element: Target } | undefined {
  return withElement(raw, {});
}

/** Returns the members with the step's element; `undefined` where none of its selectors can be used. */
export function withElement<Members extends object>(
  { element: find }: RawStep,
  members: Members,
): (Members & { readonly element: Target }) | undefined {
  const element = find();
  return element === undefined ? undefined : { element, ...members };
}

/** Puts values into the selectors of a step's element, if it has one. */
export function bindElement<Element extends Target | undefined>(
  { element }: { readonly element: Element },
  { target }: Pick<Fill, 'target'>,
): { readonly element: Target | Element } {
  return { element: element && target(element) };
}

/** For steps without any text. */
export function bindNothing(): object {
  return {};
}

export function optionalNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

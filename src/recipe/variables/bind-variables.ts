import type {
  PaginateStep,
  Recipe,
  RecipeField,
  RecipeStep,
  RepeatStep,
  Selector,
  Target,
} from '../../contracts/recipe/recipe.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { createRedactor, type Redactor } from './create-redactor.ts';
import { fillSelectorPart } from './fill-selector.ts';
import {
  fillExpression,
  fillJson,
  fillText,
  listPlaceholders,
  roundName,
  type VariableValues,
  splitAtPlaceholders,
} from './fill-text.ts';
import { suggestName } from './suggest-name.ts';

/** A recipe ready to be run, and what keeps its secrets. */
export interface BoundRecipe {
  /** `Selector.source` still holds `{{name}}`: reports speak of the recipe, not of its values. */
  readonly recipe: Recipe;
  readonly redactor: Redactor;
  /** The values of variables that are secret. */
  readonly secrets: readonly string[];
}

/** A form's text may be long; more is no value. */
const maxValueLength = 100_000;

/**
 * Replaces `{{name}}` in every string, except in JSON Schemas, by the values of this run or the defaults,
 * escaped for its place: a value never changes what the recipe does. Throws `invalid_request` with all that is missing
 * or unknown; messages never hold a value.
 */
export function bindVariables(
  recipe: Recipe,
  given: Readonly<Record<string, unknown>>,
): BoundRecipe {
  const { values, issues } = resolveValues(recipe, given);
  if (issues.length > 0) throw invalidRequest('run the recipe', issues);
  const binder = createBinder(values, (name, problem) => {
    const message = `The value of "${name}" ${problem}.`;
    issues.push({ path: `/variables/${name}`, message });
  });
  const bound: Recipe = {
    ...recipe,
    title: fillText(recipe.title, values),
    steps: recipe.steps.map(binder.bind),
    // What was learnt holds {{name}} where a page had shown a secret.
    fingerprints: fillJson(recipe.fingerprints, values),
  };
  if (issues.length > 0) throw invalidRequest('run the recipe', issues);
  const secrets = recipe.variables.flatMap(({ name, isSecret }) =>
    isSecret ? (values.get(name) ?? []) : [],
  );
  return { recipe: bound, redactor: createRedactor(recipe.variables, values), secrets };
}

function resolveValues(
  { variables }: Recipe,
  given: Readonly<Record<string, unknown>>,
): { readonly values: VariableValues; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const values = new Map<string, string>();
  const known = new Set(variables.map(({ name }) => name));
  const refuse = (name: string, message: string): void => {
    issues.push({ path: toJsonPointer(['variables', name.slice(0, 64)]), message });
  };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!known.has(name)) {
      const meant = suggestName(name, known);
      const advice =
        meant === undefined
          ? `it has ${known.size === 0 ? 'none' : [...known].join(', ')}`
          : `did you mean "${meant}"`;
      refuse(name, `The recipe has no variable "${name.slice(0, 64)}"; ${advice}.`);
      continue;
    }
    const text = toText(value);
    if (text === undefined) {
      refuse(name, `The value of "${name}" must be a text, a number or a boolean.`);
    } else if (text.length > maxValueLength) {
      refuse(name, `The value of "${name}" is longer than ${maxValueLength} characters.`);
    } else values.set(name, text);
  }
  for (const { name, defaultValue } of variables) {
    if (values.has(name)) continue;
    if (defaultValue !== undefined) values.set(name, defaultValue);
    else if (!Object.hasOwn(given, name) || given[name] === undefined) {
      refuse(name, `The variable "${name}" has no value; pass one, or give it a default.`);
    }
  }
  return { values, issues };
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Puts values into steps. */
interface Binder {
  readonly bind: (step: RecipeStep) => RecipeStep;
  /** Binds the steps and the condition of a loop, not its base. */
  readonly bindLoop: (step: RepeatStep) => RepeatStep;
}

function createBinder(
  values: VariableValues,
  refuse: (name: string, problem: string) => void,
): Binder {
  const text = (value: string): string => fillText(value, values);
  const url = (value: string): string => fillUrl(value, values, refuse);
  // What begins with a variable is known only now.
  const webUrl = (template: string): string => {
    const filled = url(template);
    if (!/^https?:\/\/[^/]/i.test(filled)) {
      const [, name = ''] = splitAtPlaceholders(template);
      refuse(name, 'stands for a URL and must begin with http:// or https://');
    }
    return filled;
  };
  const selector = ({ source, parts }: Selector): Selector => ({
    source,
    parts: parts.map((part) => fillSelectorPart(part, values, refuse)),
  });
  const target = ({ path, selectors: [first, ...others] }: Target): Target => ({
    path,
    selectors: [selector(first), ...others.map(selector)],
  });
  const optional = (found: Target | undefined): Target | undefined =>
    found === undefined ? undefined : target(found);
  const field = (field: RecipeField): RecipeField => ({
    ...field,
    element: target(field.element),
    attribute: field.attribute === undefined ? undefined : text(field.attribute),
  });
  const pageUrl = (template: string): string => {
    const filled = webUrl(template);
    if (!filled.includes('{page}')) {
      const [, name = ''] = splitAtPlaceholders(template);
      refuse(name, 'stands for a URL template and must hold {page}');
    }
    return filled;
  };
  const way = (by: PaginateStep['by']): PaginateStep['by'] => {
    if (by.kind === 'scroll') return by;
    return by.kind === 'urlTemplate'
      ? { ...by, template: pageUrl(by.template) }
      : { ...by, element: target(by.element) };
  };

  function bind(raw: RecipeStep): RecipeStep {
    const step = {
      ...raw,
      target: url(raw.target),
      navigations: raw.navigations.map(({ url: to, title }) => ({
        url: to === undefined ? undefined : url(to),
        title: title === undefined ? undefined : text(title),
      })),
      dialog: typeof raw.dialog === 'object' ? { text: text(raw.dialog.text) } : raw.dialog,
    };
    switch (step.type) {
      case 'click':
      case 'doubleClick':
      case 'hover':
        return { ...step, element: target(step.element) };
      case 'change':
        return { ...step, element: target(step.element), value: text(step.value) };
      case 'keyDown':
      case 'keyUp':
        return { ...step, key: text(step.key) };
      case 'navigate':
        return { ...step, url: webUrl(step.url) };
      case 'scroll':
      case 'wait':
        return { ...step, element: optional(step.element) };
      case 'screenshot':
        return { ...step, element: optional(step.element), name: text(step.name) };
      case 'upload':
        return { ...step, element: target(step.element), files: step.files.map(text) };
      case 'drag':
        return { ...step, element: target(step.element), to: optional(step.to) };
      case 'waitForElement':
        return {
          ...step,
          element: target(step.element),
          properties: fillJson(step.properties, values),
          attributes: fillJson(step.attributes, values),
        };
      case 'waitForExpression':
        return { ...step, expression: fillExpression(step.expression, values) };
      case 'extract':
        return {
          ...step,
          items: optional(step.items),
          fields: step.fields.map(field),
          prompt: step.prompt === undefined ? undefined : text(step.prompt),
          follow: step.follow && {
            link: target(step.follow.link),
            steps: step.follow.steps.map(bind),
          },
        };
      case 'paginate':
        return { ...step, by: way(step.by), until: optional(step.until) };
      case 'repeat':
        return hasRounds(step) ? inRound(step, 1) : bindLoop(step);
      case 'setViewport':
      case 'emulateNetworkConditions':
      case 'close':
        break;
    }
    return step;
  }

  function bindLoop(step: RepeatStep): RepeatStep {
    return { ...step, steps: step.steps.map(bind), while: optional(step.while) };
  }

  function inRound(step: RepeatStep, index: number): RepeatStep {
    const inner = createBinder(new Map(values).set(roundName, String(index)), refuse);
    return { ...inner.bindLoop(step), inRound: (other) => inRound(step, other) };
  }
  return { bind, bindLoop };
}

/** Whether the rounds of a loop, or of a loop inside it, differ by their number. */
function hasRounds({ steps, while: condition }: RepeatStep): boolean {
  return listPlaceholders(JSON.stringify([steps, condition])).includes(roundName);
}

/**
 * Values in a URL. At its very beginning a value is an address and stays as it is; in the host it may only be part of
 * one; behind that it is percent-encoded, so that it stays one segment, one parameter's value, one fragment.
 */
function fillUrl(
  url: string,
  values: VariableValues,
  refuse: (name: string, problem: string) => void,
): string {
  return fillText(url, values, (value, before, name) => {
    if (before === '') return value;
    const isInHost = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(before) && !url.startsWith('{{');
    if (!isInHost) return encodeURIComponent(value.toWellFormed());
    if (!/^[\p{L}\p{N}.:-]*$/u.test(value)) {
      refuse(
        name,
        'stands in the host of a URL, where only letters, digits, ".", ":" and "-" may be',
      );
    }
    return value;
  });
}

import type { RecipeDocument } from '../client/shapes.ts';

/** A variable of a recipe, declared or only named in a step. */
export interface Variable {
  readonly name: string;
  readonly default: string | undefined;
  readonly isSecret: boolean;
}

/** Names that say by themselves that a value is secret, as in every recipe: docs/RECIPES.md. */
const secretName = /password|passwort|passphrase|secret|token|api[-_]?key|(?:^|[-_])pin$|otp/i;

/** Lists the variables of a recipe, the declared ones first. */
export function listVariables({ variables = {}, steps }: RecipeDocument): readonly Variable[] {
  const named = [...JSON.stringify(steps).matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].map(
    ([, name = '']) => name,
  );
  const names = new Set([...Object.keys(variables), ...named]);
  // The number of a loop's round.
  names.delete('index');
  return [...names].map((name) => toVariable(name, variables[name]));
}

function toVariable(name: string, declared: unknown): Variable {
  if (typeof declared === 'string') {
    return { name, default: declared, isSecret: secretName.test(name) };
  }
  const { default: value, secret } = (declared ?? {}) as {
    readonly default?: unknown;
    readonly secret?: unknown;
  };
  const isSecret = typeof secret === 'boolean' ? secret : secretName.test(name);
  return { name, default: typeof value === 'string' ? value : undefined, isSecret };
}

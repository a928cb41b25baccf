import { changedRecipe } from '../../stores/rules/store-errors.ts';

/** Throws `conflict` where a recipe was made from another version than the newest; `undefined` asks for none. */
export function checkVersion(id: string, from: number | undefined, current: number): void {
  if (from !== undefined && from !== current) throw changedRecipe(id, { given: from, current });
}

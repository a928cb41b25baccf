import type { RecipeField, RecipeStep } from '../../../contracts/recipe/recipe.ts';
import type { ReplayRequest } from '../../../contracts/recipe/replay.ts';
import { advice } from '../../../errors/advice.ts';
import { invalidRequest } from '../../../errors/invalid-request.ts';
import { nameStep } from '../fail-step.ts';

/** Checks the files of all steps before a page is opened: a run must not fail halfway because of its recipe. */
export async function checkFiles(
  { files }: Pick<ReplayRequest, 'files'>,
  steps: readonly RecipeStep[],
): Promise<void> {
  for (const step of steps) {
    const { path } = step;
    if (takesPictures(step) && files.downloads === undefined) {
      const message = `${nameStep(step)} takes screenshots, and this engine has no folder for them. ${advice.allowDownloads}`;
      throw invalidRequest('run the recipe', [{ path, message }]);
    }
    if (step.type !== 'upload') continue;
    if (files.uploads === undefined) {
      const message = `${nameStep(step)} chooses files, and this engine has no folder of files. ${advice.allowUploads}`;
      throw invalidRequest('run the recipe', [{ path, message }]);
    }
    // Of a loop that counts, the files of its first round.
    await files.uploads.read(step.files, `${path}/parameters/files`);
  }
}

/** Whether a step keeps pictures. */
export function takesPictures(step: RecipeStep): boolean {
  return step.type === 'screenshot' || (step.type === 'extract' && step.fields.some(isPicture));
}

function isPicture({ type }: RecipeField): boolean {
  return type === 'screenshot';
}

import { bundleProgram } from '../../browser/bundle-program.ts';

/** Listens to what a person does in a document. */
export const recordingProgram: string = await bundleProgram(
  new URL('./recording-program.ts', import.meta.url),
);

/** The program of runs, and what a person’s pointing needs, which is a third of it. */
import { outline } from './picking/outline.ts';
import { match, pick, propose } from './picking/picker.ts';
import { replyBy } from './reply.ts';
import { runOperations } from './run-program.ts';

export { find, markOf, surroundings } from './run-program.ts';

export const reply = (call: string): string =>
  replyBy({ ...runOperations, pick, match, outline, proposeList: propose }, call);

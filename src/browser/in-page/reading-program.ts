/** The program that only reads, half as long as that of runs: every new document compiles it. */
import { readPage } from './read-page.ts';
import { replyBy } from './reply.ts';

export const reply = (call: string): string => replyBy({ read: readPage }, call);

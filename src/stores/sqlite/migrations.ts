import { migration1 } from './migration-1.ts';
import { migration2 } from './migration-2.ts';

/** A step from one released form of the file to the next; never changed once released. */
export interface Migration {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  readonly sql: string;
}

/** All steps, from an empty file to today's form. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: migration1 },
  { version: 2, sql: migration2 },
];

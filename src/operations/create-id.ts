import { randomUUID } from 'node:crypto';
import type { CreateId } from '../contracts/create-id.ts';
import { createShortId } from './create-short-id.ts';

/** A UUID for a request, 11 base62 characters for a run. */
export const createId: CreateId = (kind) => (kind === 'run' ? createShortId() : randomUUID());

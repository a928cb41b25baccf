import type { Extraction, RepairRequest } from '../../contracts/extractor.ts';
import { askAgain } from './extract-json.ts';
import type { ModelSession } from './model-session.ts';

/** Asks a second time. */
export async function repairAnswer(
  request: RepairRequest,
  session: ModelSession,
): Promise<Extraction> {
  return askAgain(request, session);
}

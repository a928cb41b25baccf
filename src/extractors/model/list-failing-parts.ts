import type { JsonSchema, RepairRequest } from '../../contracts/extractor.ts';
import { parseJsonPointer } from '../../schema/json-pointer.ts';
import { findPartSchema } from './find-part-schema.ts';

/** A place in the answer that broke a rule. */
export interface FailingPart {
  readonly pointer: string;
  readonly segments: readonly string[];
  /** The rules that were broken, in the validator's words. */
  readonly rules: readonly string[];
  /** `undefined` where nothing may be: such a value is removed, not asked for. */
  readonly schema: JsonSchema | undefined;
}

/** What lies beyond is rather a wrong page or model than a wrong value. */
const maxParts = 50;

/** The places that issues name, each once; what lies inside another of them is left out. */
export function listFailingParts({ schema, issues }: RepairRequest): readonly FailingPart[] {
  const rules = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const known = rules.get(path);
    if (known !== undefined) known.push(message);
    else if (rules.size < maxParts) rules.set(path, [message]);
  }
  const parts: FailingPart[] = [];
  for (const [pointer, messages] of rules) {
    const segments = parseJsonPointer(pointer);
    // Whoever gives the whole gives its parts.
    if (segments === undefined || isInside(pointer, rules)) continue;
    const part = findPartSchema(schema ?? true, segments);
    parts.push({ pointer, segments, rules: messages, schema: part });
  }
  return parts;
}

/** Whether an ancestor of the pointer is known. */
function isInside(pointer: string, known: ReadonlyMap<string, unknown>): boolean {
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.slice(0, end).lastIndexOf('/')) {
    if (known.has(pointer.slice(0, end))) return true;
  }
  return false;
}

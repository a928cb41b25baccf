import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { setOwn } from '../../runtime/plain-json.ts';
import { listApplicableAtPath } from '../../extraction/schema/find-schemas-at-path.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';

/**
 * Returns an answer as JSON without the members that a schema library stripped from it because no schema describes them: they are no part
 * of the result. What a transform renamed or computed stays as it was read.
 */
export function dropStripped(json: unknown, result: unknown, schema: JsonSchema): unknown {
  const path: string[] = [];

  function drop(member: unknown, kept: unknown): unknown {
    if (Array.isArray(member)) {
      if (!Array.isArray(kept) || kept.length !== member.length) return member;
      const items = member.map((item, at) => dropAt(`${at}`, item, kept[at]));
      return items.some((item, at) => item !== member[at]) ? items : member;
    }
    if (!isSchemaObject(member) || !isSchemaObject(kept)) return member;
    const left: Record<string, unknown> = {};
    let isSame = true;
    for (const [name, own] of Object.entries(member)) {
      if (!Object.hasOwn(kept, name) && !isDescribed(name)) isSame = false;
      else {
        setOwn(left, name, dropAt(name, own, kept[name]));
        isSame &&= left[name] === own;
      }
    }
    return isSame ? member : left;
  }

  function dropAt(name: string, member: unknown, kept: unknown): unknown {
    path.push(name);
    try {
      return drop(member, kept);
    } finally {
      path.pop();
    }
  }

  function isDescribed(name: string): boolean {
    return listApplicableAtPath(schema, path).some(
      ({ properties, additionalProperties, patternProperties }) =>
        (isSchemaObject(properties) && Object.hasOwn(properties, name)) ||
        isSchemaObject(additionalProperties) ||
        patternProperties !== undefined,
    );
  }

  return drop(json, result);
}

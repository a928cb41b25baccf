import type { EvaluationCase } from '../cases/evaluation-case.ts';

/** A field of expected answers. */
export interface AnswerField {
  /** As `compareAnswers` names it; empty for an answer that is no object. */
  readonly name: string;
  readonly hasTexts: boolean;
  readonly hasNumbers: boolean;
  /** Whether it holds objects in a list. */
  readonly hasRows: boolean;
}

const maxDepth = 32;

/** The fields that hold values in the expected answers of any case, in the order in which they are met. */
export function listAnswerFields(cases: readonly EvaluationCase[]): readonly AnswerField[] {
  const fields = new Map<string, AnswerField>();
  for (const { expected, anyOf = false } of cases) {
    if (expected !== undefined) add(expected, '', anyOf, 0, fields);
  }
  return [...fields.values()];
}

function add(
  value: unknown,
  name: string,
  anyOf: boolean,
  depth: number,
  fields: Map<string, AnswerField>,
): void {
  const rows = Array.isArray(value) ? value.filter(isRecord) : [];
  if (depth < maxDepth && (isRecord(value) || rows.length > 0)) {
    // Choices are no rows.
    if (rows.length > 0 && !(anyOf && depth === 1)) note(fields, name, { hasRows: true });
    for (const record of isRecord(value) ? [value] : rows) {
      for (const [key, inner] of Object.entries(record)) {
        add(inner, name === '' ? key : `${name}.${key}`, anyOf, depth + 1, fields);
      }
    }
    return;
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  note(fields, name, {
    hasTexts: values.some((one) => typeof one === 'string'),
    hasNumbers: values.some((one) => typeof one === 'number'),
  });
}

function note(
  fields: Map<string, AnswerField>,
  name: string,
  found: Partial<Omit<AnswerField, 'name'>>,
): void {
  const known = fields.get(name);
  fields.set(name, {
    name,
    hasTexts: (known?.hasTexts ?? false) || (found.hasTexts ?? false),
    hasNumbers: (known?.hasNumbers ?? false) || (found.hasNumbers ?? false),
    hasRows: (known?.hasRows ?? false) || (found.hasRows ?? false),
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

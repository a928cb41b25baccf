import { loadOnce } from '../../signals/load-once.ts';
import type { Metric } from './metric.ts';

/** Loaded on first use: it takes 0.1 s, and data sets may have no schema. */
const loadSchemas = loadOnce(async () => {
  const [{ parseSchema }, { createSchemaValidator }] = await Promise.all([
    import('../../schema/parse/parse-schema.ts'),
    import('../../schema/validate/create-schema-validator.ts'),
  ]);
  return { parseSchema, validator: createSchemaValidator() };
});

/** Share of the answers that their case's schema allows; a failed case has none. Throws where a schema cannot be used. */
export function schemaMetric(): Metric {
  return {
    name: 'schema valid',
    unit: 'share',
    better: 'higher',
    async score({ case: { schema }, output }) {
      if (schema === undefined) return undefined;
      if (output === undefined) return { kept: 0, total: 1 };
      const { parseSchema, validator } = await loadSchemas();
      const signal = new AbortController().signal;
      const issues = await validator.validate(parseSchema(schema), output.value, signal);
      return { kept: Number(issues.length === 0), total: 1 };
    },
  };
}

const schemaPattern = /^[a-z_][a-z0-9_]{0,62}$/;

/** Throws `TypeError` for a schema's name that would have to be quoted. */
export function checkSchema(schema: string): void {
  if (schemaPattern.test(schema)) return;
  throw new TypeError(
    'Expected `schema` to be up to 63 lower-case letters, digits and `_`, not beginning with a digit.',
  );
}

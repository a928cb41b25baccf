import type { JsonSchema } from '../../../contracts/extractor.ts';
import { isSchemaObject, type SchemaObject } from '../../../schema/list-applicable-schemas.ts';

/** Keywords that are printed in another form, or that do not help to fill the schema (a default would be copied). */
const unprinted: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  '$id',
  '$ref',
  '$schema',
  'additionalProperties',
  'anyOf',
  'const',
  'default',
  'description',
  'enum',
  'examples',
  'items',
  'oneOf',
  'properties',
  'required',
  'title',
  'type',
]);

/**
 * A schema in few words: `"price": number, // in pounds; minimum 0`. Whatever has no short form is printed as it is
 * written, so that nothing is lost. Recursive over a schema, whose depth is limited where it is parsed.
 */
export function printSchema(schema: JsonSchema): string {
  const definitions =
    isSchemaObject(schema) && isSchemaObject(schema['$defs'])
      ? Object.entries(schema['$defs'])
      : [];
  const lines = [
    `${printShape(schema, '')}${printComment(schema, '')}`,
    ...definitions.map(
      ([name, definition]) =>
        `${name} = ${printShape(definition, '')}${printComment(definition, '')}`,
    ),
  ];
  return lines.join('\n');
}

function printShape(schema: unknown, indent: string): string {
  if (!isSchemaObject(schema)) return schema === false ? 'never' : 'any value';
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum']))
    return printAlternatives(schema['enum'].map((member) => JSON.stringify(member)));
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return reference === '#' ? 'the whole object again' : reference.replace(/^#\/\$defs\//, '');
  }
  const shapes = [
    ...printTyped(schema, indent),
    ...[schema['anyOf'] ?? schema['oneOf'] ?? []]
      .flat()
      .map((branch) => printShape(branch, indent)),
  ];
  return shapes.length === 0 ? 'any value' : printAlternatives(shapes);
}

function printTyped(schema: SchemaObject, indent: string): readonly string[] {
  const types = new Set([schema['type'] ?? []].flat());
  if (isSchemaObject(schema['properties'])) types.add('object');
  if (schema['items'] !== undefined) types.add('array');
  return [...types].map((type) => {
    if (type === 'object') return printObject(schema, indent);
    if (type === 'array') {
      const { items } = schema;
      const comment = printComment(items, '').trimStart();
      return `[${printShape(items ?? true, indent)}${comment === '' ? '' : ` /* ${comment.slice(3)} */`}]`;
    }
    return typeof type === 'string' ? type : 'any value';
  });
}

function printObject(schema: SchemaObject, indent: string): string {
  const { properties, additionalProperties } = schema;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const inner = `${indent}  `;
  const lines = Object.entries(isSchemaObject(properties) ? properties : {}).map(
    ([name, property]) =>
      `${inner}${JSON.stringify(name)}: ${printShape(property, inner)},` +
      printComment(property, required.has(name) ? '' : 'may be null'),
  );
  if (isSchemaObject(additionalProperties) || additionalProperties === true) {
    lines.push(`${inner}any other name: ${printShape(additionalProperties, inner)},`);
  }
  return lines.length === 0 ? 'object' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** The title and description of the value, and the rules that have no place in its shape. */
function printComment(schema: unknown, first: string): string {
  if (!isSchemaObject(schema)) return first === '' ? '' : ` // ${first}`;
  const words = [schema['title'], schema['description']].filter(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  const rules = Object.entries(schema)
    .filter(([keyword]) => !unprinted.has(keyword))
    .map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`);
  const comment = [first, ...words, ...rules].filter((part) => part !== '').join('; ');
  return comment === '' ? '' : ` // ${comment.replaceAll(/\s+/g, ' ')}`;
}

function printAlternatives(shapes: readonly string[]): string {
  return [...new Set(shapes)].join(' | ');
}

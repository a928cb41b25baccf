import type { SchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';

const text: SchemaObject = { type: 'string', maxLength: 2000 };
const texts: SchemaObject = { type: 'array', maxItems: 400, items: text };
const count: SchemaObject = { type: 'integer', minimum: 0 };
const pixels: SchemaObject = { type: 'number' };

/** An object that has all of the properties. */
function whole(properties: Readonly<Record<string, SchemaObject>>): SchemaObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

const elementMembers: Readonly<Record<keyof ElementFingerprint, SchemaObject>> = {
  tag: text,
  role: text,
  name: text,
  text,
  label: text,
  id: text,
  classes: texts,
  attributes: { type: 'object', maxProperties: 200, additionalProperties: text },
  tagPath: texts,
  indexedPath: texts,
  parent: whole({ tag: text, id: text, classes: texts }),
  neighbours: texts,
  row: text,
  heading: text,
  landmarks: texts,
  box: whole({ x: pixels, y: pixels, width: pixels, height: pixels }),
  childCount: count,
  ordinal: count,
  isInteractive: { type: 'boolean' },
};

const element: SchemaObject = { $ref: '#/$defs/elementFingerprint' };

/** JSON Schemas of fingerprints, by their name in the `$defs` of the recipe's. */
export const fingerprintSchemas: Readonly<Record<string, SchemaObject>> = {
  fingerprints: {
    title: 'Fingerprints',
    description:
      'What the last good run learnt, by the path of each target. Written by Gleaner; delete it to learn anew.',
    type: 'object',
    required: ['version', 'targets'],
    properties: {
      version: { const: 1, description: 'Form of the fingerprints.' },
      targets: {
        type: 'object',
        maxProperties: 1000,
        propertyNames: { pattern: '^/steps/', maxLength: 1000 },
        additionalProperties: { $ref: '#/$defs/targetFingerprint' },
      },
    },
  },
  targetFingerprint: {
    title: 'Target as it was found',
    type: 'object',
    required: ['element', 'rivals', 'unique'],
    properties: {
      element,
      rivals: { type: 'array', maxItems: 20, items: element },
      unique: { type: 'array', maxItems: 100, items: text },
      onlyIn: {
        description:
          'Where an element to act on was the only control of its kind: its row, its form, the page.',
        type: 'array',
        maxItems: 3,
        items: { enum: ['row', 'form', 'page'] },
      },
      count,
      isShared: { type: 'boolean' },
    },
  },
  elementFingerprint: {
    title: 'Fingerprint',
    description: 'What an element was like when it was last found.',
    ...whole(elementMembers),
  },
};

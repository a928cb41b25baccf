import type { StructuredEntity, StructuredText } from '../page-reading.ts';

/** An item in the HTML standard's JSON form of microdata; types and property names lack the vocabulary's address. */
export interface MicrodataItem {
  readonly type: readonly string[];
  readonly id?: string;
  readonly properties: Readonly<Record<string, readonly (string | MicrodataItem)[]>>;
}

/** Levels. Deeper items are left out; an item that contains itself would never end. */
const maxDepth = 16;

/** Returns microdata entities as plain JSON. */
export function toMicrodataJson(entities: readonly StructuredEntity[]): readonly MicrodataItem[] {
  return entities.filter(({ syntax }) => syntax === 'microdata').map((entity) => toItem(entity, 0));
}

function toItem({ types, id, properties }: StructuredEntity, depth: number): MicrodataItem {
  const toValues = (values: readonly (StructuredText | StructuredEntity)[]) =>
    values.flatMap((value): (string | MicrodataItem)[] => {
      if (value.kind === 'text') return [value.text];
      return depth < maxDepth ? [toItem(value, depth + 1)] : [];
    });
  return {
    type: types,
    ...(id === undefined ? {} : { id }),
    properties: Object.fromEntries(
      [...properties].map(([name, values]) => [name, toValues(values)]),
    ),
  };
}

import type { SchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import type { Pagination } from '../../runtime/contracts/recipe/recipe.ts';
import { parameters, shared } from './schema-parts.ts';
import type { OwnMembers, RawStep, StepKind, StepOf, StepReading } from './step-kind.ts';
import { bindElement, optionalNumber } from './step-kind.ts';

/** What the format says of one kind of pagination, and the rules by which it ends. */
interface PaginationKind {
  /** JSON Schema of its member. */
  readonly schema: SchemaObject;
  /** Whether the list grows on one page, so that new items have to be distinguished from earlier ones. */
  readonly isEndless: boolean;
  /** Pages without items that may stand between others. */
  readonly toleratedEmptyPages: number;
  /** Pages of known items that may stand in a row between others. */
  readonly toleratedRepeats: number;
  /** Whether a page that is gone (404, 410) is its natural end. */
  readonly endsWhereGone: boolean;
  readonly parse: ParsePagination;
}

type ParsePagination = (
  value: unknown,
  path: string,
  reading: Pick<StepReading, 'target' | 'refuse'>,
) => Pagination | undefined;

const plain = {
  isEndless: false,
  toleratedEmptyPages: 0,
  toleratedRepeats: 0,
  endsWhereGone: false,
} as const;

/** Every kind of pagination, by its member in the parameters of a paginate step. */
export const paginationKinds: Readonly<Record<Pagination['kind'], PaginationKind>> = {
  next: {
    ...plain,
    // Its control says whether the list goes on behind them.
    toleratedRepeats: 1,
    schema: shared('selectors', 'The link or button to the next page.'),
    parse: toControl('next'),
  },
  loadMore: {
    ...plain,
    schema: shared('selectors', 'The button that adds items to the list.'),
    isEndless: true,
    parse: toControl('loadMore'),
  },
  scroll: {
    ...plain,
    schema: { const: true, description: 'true: scrolling down adds items to the list.' },
    isEndless: true,
    parse: () => ({ kind: 'scroll' }),
  },
  urlTemplate: {
    schema: {
      type: 'string',
      maxLength: 8192,
      description: 'Absolute URL with {page} in it, which counts from 2 on the first further page.',
      minLength: 1,
    },
    isEndless: false,
    // A number that was deleted is not the end.
    toleratedEmptyPages: 1,
    toleratedRepeats: 0,
    endsWhereGone: true,
    parse: parseTemplate,
  },
};

function toControl(kind: 'next' | 'loadMore'): ParsePagination {
  return (value, path, { target }) => {
    const element = target(value, path);
    return element && { kind, element };
  };
}

function parseTemplate(
  value: unknown,
  path: string,
  { refuse }: Pick<StepReading, 'refuse'>,
): Pagination | undefined {
  const template = String(value).trim();
  const isGiven = template.startsWith('{{');
  if (!isGiven && !template.includes('{page}')) {
    refuse(path, 'urlTemplate must hold {page}, e.g. "https://example.com/list?page={page}".');
  } else if (!isGiven && !/^https?:\/\/[^/]/i.test(template)) {
    refuse(path, 'urlTemplate must be an absolute http or https URL.');
  } else return { kind: 'urlTemplate', template };
  return undefined;
}

/** For people. */
const paginationNames = 'next, loadMore, scroll and urlTemplate';

/** Repeats the extract steps before it on each further page. */
export const paginateKind: StepKind<StepOf<'paginate'>> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Paginate',
    description: `Repeats the extract steps before it on each further page. Give exactly one of ${paginationNames}.`,
    properties: {
      ...Object.fromEntries(
        Object.entries(paginationKinds).map(([name, { schema }]) => [name, schema]),
      ),
      maxPages: {
        type: 'integer',
        minimum: 1,
        maximum: 100000,
        description: 'Most pages, the first included.',
      },
      until: shared('selectors', 'An element that ends the pagination where it appears.'),
    },
  }),
  parse: parsePaginate,
  bind: ({ by, until }, fill) => ({
    by: {
      ...by,
      ...('element' in by ? bindElement(by, fill) : {}),
      ...('template' in by ? { template: fill.pageUrl(by.template) } : {}),
    },
    until: until && fill.target(until),
  }),
};

function parsePaginate({
  members,
  path,
  target,
  refuse,
}: RawStep): OwnMembers<StepOf<'paginate'>> | undefined {
  const given = Object.entries(paginationKinds).filter(([name]) => members[name] !== undefined);
  const [name, kind] = given[0] ?? [];
  if (name === undefined || kind === undefined || given.length > 1) {
    const found = given.length === 0 ? 'none of them' : given.map(([each]) => each).join(' and ');
    refuse(path, `needs exactly one of ${paginationNames}; it has ${found}.`);
    return undefined;
  }
  const { maxPages, until } = members;
  const by = kind.parse(members[name], `${path}/${name}`, { target, refuse });
  if (by === undefined) return undefined;
  return {
    by,
    maxPages: optionalNumber(maxPages),
    until: until === undefined ? undefined : target(until, `${path}/until`),
  };
}

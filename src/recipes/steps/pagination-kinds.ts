import type { Pagination } from '../../runtime/contracts/recipe/recipe.ts';
import type { StepReading } from './step-kind.ts';

/** What the format says of one kind of pagination, and the rules by which it ends. */
interface PaginationKind {
  /** Whether the list grows on one page, so that new items have to be distinguished from earlier ones. */
  readonly isEndless: boolean;
  /** Pages without items that may stand between others. */
  readonly toleratedEmptyPages: number;
  /** Whether a page that is gone (404, 410) is its natural end. */
  readonly endsWhereGone: boolean;
  readonly parse: ParsePagination;
}

type ParsePagination = (
  value: unknown,
  path: string,
  reading: Pick<StepReading, 'target' | 'refuse'>,
) => Pagination | undefined;

const plain = { isEndless: false, toleratedEmptyPages: 0, endsWhereGone: false } as const;

/** Every kind of pagination, by its member in the parameters of a paginate step. */
export const paginationKinds: Readonly<Record<Pagination['kind'], PaginationKind>> = {
  next: { ...plain, parse: toControl('next') },
  loadMore: { ...plain, isEndless: true, parse: toControl('loadMore') },
  scroll: { ...plain, isEndless: true, parse: () => ({ kind: 'scroll' }) },
  // A number that was deleted is not the end.
  urlTemplate: { ...plain, toleratedEmptyPages: 1, endsWhereGone: true, parse: parseTemplate },
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

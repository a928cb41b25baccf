import type { Issue } from '../errors/error-codes.ts';

/** One problem in several items of a list, or a problem that stands alone. */
export interface IssueGroup {
  readonly first: Issue;
  /** In how many places it is. */
  readonly count: number;
}

/** Issues by their shape: the same message at places that differ by the index of an item alone, in the order of the first ones. */
export function groupIssues(issues: readonly Issue[]): readonly IssueGroup[] {
  const groups = new Map<string, IssueGroup>();
  for (const issue of issues) {
    const shape = `${issue.path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${issue.message}`;
    const group = groups.get(shape);
    groups.set(shape, { first: group?.first ?? issue, count: (group?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

/**
 * A group of several as one text without its full stop: `/rating of 39 items is not one number, e.g. item 3`; `example`
 * names the first place.
 */
export function describeIssueGroup({ first, count }: IssueGroup, example: string): string {
  // What follows the index of the innermost item.
  const [, field = ''] = /(?:.*\/\d+)?(.*)$/s.exec(first.path) ?? [];
  return field === ''
    ? `${count} items, e.g. ${example}: ${first.message}`
    : `${field} of ${count} items ${first.message}, e.g. ${example}`;
}

import type { Issue } from '../errors/error-codes.ts';
import { GleanerError } from '../errors/gleaner-error.ts';

/** The two lists of tags of an extract or scrape input. */
export interface TagNames {
  readonly includeTags?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
}

/** Letters, digits and hyphens (custom elements); selectors are no tag names. */
const tagName = /^[a-z][a-z0-9-]{0,63}$/i;

/** Every entry of the two lists that is no HTML tag name, by path. */
export function findTagNameIssues(names: TagNames): Issue[] {
  const issues: Issue[] = [];
  for (const field of ['includeTags', 'excludeTags'] as const) {
    for (const [index, name] of (names[field] ?? []).entries()) {
      if (typeof name === 'string' && tagName.test(name)) continue;
      const path = `/${field}/${index}`;
      issues.push({
        path,
        message: `Expected an HTML tag name such as "article", got ${show(name)}.`,
      });
    }
  }
  return issues;
}

/** Throws `invalid_request` with all issues at once. */
export function checkTagNames(names: TagNames): void {
  const issues = findTagNameIssues(names);
  if (issues.length === 0) return;
  throw new GleanerError(
    'invalid_request',
    issues.map(({ path, message }) => `${path}: ${message}`).join(' '),
    {
      details: { issues },
    },
  );
}

function show(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name.slice(0, 80)) : typeof name;
}

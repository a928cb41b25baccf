import { GleanerError, type Issue } from '../../runtime/errors/gleaner-error.ts';

/** The two lists of tags of an extract or scrape input. */
interface TagNames {
  readonly includeTags?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
}

/** Letters, digits and hyphens (custom elements); selectors are not tag names. */
const tagName = /^[a-z][a-z0-9-]{0,63}$/i;

/** Returns an issue, with its path, for every entry that is not an HTML tag name or that is in both lists. */
export function findTagNameIssues(names: TagNames): Issue[] {
  const issues: Issue[] = [];
  const included = new Set((names.includeTags ?? []).map(fold));
  for (const field of ['includeTags', 'excludeTags'] as const) {
    for (const [index, name] of (names[field] ?? []).entries()) {
      const path = `/${field}/${index}`;
      if (typeof name === 'string' && tagName.test(name)) {
        if (field === 'includeTags' || !included.has(fold(name))) continue;
        issues.push({ path, message: `${show(name)} is to be kept by \`includeTags\`, too.` });
        continue;
      }
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

/** Returns a tag name in lower case: tag names are case-insensitive. */
function fold(name: unknown): string {
  return String(name).toLowerCase();
}

function show(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name.slice(0, 80)) : typeof name;
}

import type { Candidate } from '../candidate.ts';
import type { Scope } from '../rank-entities.ts';

/** What visitors write of amounts, and when they wrote it, is no statement of the page. */
export function isByVisitor({ node }: Candidate['source'], { facts }: Scope): boolean {
  const element = facts.page.elementOf(node);
  return element !== undefined && facts.zones.isByVisitor(element);
}

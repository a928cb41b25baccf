import { readFileSync } from 'node:fs';
import type { FixtureAnswer, FixtureRequest } from './route.ts';

const postsFile = new URL('../../../fixtures/site/api/posts.json', import.meta.url);
const defaultLimit = 10;

/**
 * `GET /api/posts?offset=0&limit=10`: what the endless list loads. Each page after the first repeats the last post of
 * the one before, as happens when a post is added while somebody scrolls: a reader must not count it twice.
 */
export function fixtureFeed({ query }: FixtureRequest): FixtureAnswer {
  const posts = JSON.parse(readFileSync(postsFile, 'utf8')) as readonly unknown[];
  const offset = Number(query.get('offset')) || 0;
  const limit = Math.max(1, Number(query.get('limit')) || defaultLimit);
  const end = offset + limit;
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      items: posts.slice(Math.max(0, offset - 1), end),
      next: end < posts.length ? `/api/posts?offset=${end}&limit=${limit}` : null,
    }),
  };
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ServedPages, servePages } from '../../../test/support/serve-pages.ts';

/** The applications on loopback. */
export interface ServedApplications extends ServedPages, AsyncDisposable {
  /** What was done to the application at a path since its acts were last taken, as the application tells it, oldest first. */
  takeActs(pathname: string): readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export async function serveApplications(): Promise<ServedApplications> {
  const acts = new Map<string, string[]>();
  const served = await servePages(({ pathname }, form) => {
    if (pathname === '/acts') {
      const page = form.get('page');
      // A machine that is busy with everything else may cut a body off: the page posts it again.
      if (page === null) return { status: 400 };
      const done = acts.get(page) ?? [];
      done[Number(form.get('number')) - 1] = form.get('act') ?? '';
      acts.set(page, done);
      return { status: 204 };
    }
    // Pages ask for nothing but themselves and scripts; two levels of plain names leave no way out of the folder.
    if (!/^\/(?:\w+\/)?\w+\.(?:html|js)$/.test(pathname)) return { status: 404 };
    return {
      headers: { 'content-type': types[path.extname(pathname)] ?? 'text/plain' },
      body: readFileSync(path.join(import.meta.dirname, pathname)),
    };
  });
  return {
    ...served,
    [Symbol.asyncDispose]: () => served.close(),
    takeActs(pathname) {
      const taken = acts.get(pathname) ?? [];
      acts.delete(pathname);
      return taken;
    },
  };
}

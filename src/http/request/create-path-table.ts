import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

/** Targets by path and method. */
export interface PathTable<Target> {
  /** Parameters stand in braces, and are a whole segment: `/runs/{id}`. All are added before the first is looked for. */
  add(method: string, path: string, target: Target): void;
  /** `undefined` for a path that was never added. */
  find(path: string): PathMatch<Target> | undefined;
}

export interface PathMatch<Target> {
  readonly targets: ReadonlyMap<string, Target>;
  /** Percent-decoded where that is possible. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Hono's router by path alone: a known path with an unknown method (405) differs from an unknown path (404). */
export function createPathTable<Target>(): PathTable<Target> {
  const router = new RegExpRouter<Map<string, Target>>();
  const targetsByPath = new Map<string, Map<string, Target>>();
  return {
    add(method, path, target) {
      const known = targetsByPath.get(path);
      const targets = known ?? new Map<string, Target>();
      targets.set(method, target);
      if (known !== undefined) return;
      targetsByPath.set(path, targets);
      // Hono's parameters begin with a colon, OpenAPI's stand in braces.
      router.add(METHOD_NAME_ALL, path.replaceAll(/\{(\w+)\}/g, ':$1'), targets);
    },
    find(path) {
      const [[match], values = []] = router.match(METHOD_NAME_ALL, path);
      if (match === undefined) return undefined;
      const [targets, places] = match;
      const parameters: Record<string, string> = {};
      for (const name in places) parameters[name] = decode(String(values[Number(places[name])]));
      return { targets, parameters };
    },
  };
}

/** Ids are opaque: a text that is not percent-encoded is looked up unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where requests go. */
export interface PathTable<Target> {
  /** Parameters stand in braces, and are a whole segment: `/runs/{id}`. */
  add(method: string, path: string, target: Target): void;
  /** `undefined` for a path that was never added. */
  find(path: string): PathMatch<Target> | undefined;
}

export interface PathMatch<Target> {
  readonly targets: ReadonlyMap<string, Target>;
  /** Percent-decoded where that is possible. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Paths by their segments. Without parameters, one look in a map; those with some are few. */
export function createPathTable<Target>(): PathTable<Target> {
  const fixed = new Map<string, Map<string, Target>>();
  const patterns = new Map<
    string,
    { segments: readonly Segment[]; targets: Map<string, Target> }
  >();

  function targetsOf(path: string): Map<string, Target> {
    const known = fixed.get(path) ?? patterns.get(path)?.targets;
    if (known !== undefined) return known;
    const targets = new Map<string, Target>();
    const segments = path.split('/').map(toSegment);
    if (segments.some(({ isParameter }) => isParameter)) patterns.set(path, { segments, targets });
    else fixed.set(path, targets);
    return targets;
  }

  return {
    add: (method, path, target) => void targetsOf(path).set(method, target),
    find(path) {
      const targets = fixed.get(path);
      if (targets !== undefined) return { targets, parameters: {} };
      const parts = path.split('/');
      for (const pattern of patterns.values()) {
        if (matches(pattern.segments, parts)) {
          return { targets: pattern.targets, parameters: readParameters(pattern.segments, parts) };
        }
      }
      return undefined;
    },
  };
}

interface Segment {
  readonly text: string;
  readonly isParameter: boolean;
}

function toSegment(text: string): Segment {
  const name = /^\{(\w+)\}$/.exec(text)?.[1];
  return { text: name ?? text, isParameter: name !== undefined };
}

function matches(segments: readonly Segment[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length &&
    segments.every(({ text, isParameter }, index) =>
      isParameter ? parts[index] !== '' : parts[index] === text,
    )
  );
}

function readParameters(
  segments: readonly Segment[],
  parts: readonly string[],
): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const [index, { text, isParameter }] of segments.entries()) {
    if (isParameter) parameters[text] = decode(parts[index] ?? '');
  }
  return parameters;
}

/** Ids are opaque: what is no percent-encoding is looked up as it came. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

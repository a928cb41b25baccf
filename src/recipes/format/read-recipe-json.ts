import type { Issue } from '../../runtime/errors/gleaner-error.ts';
import { copyPlainJson, setOwn } from '../../runtime/plain-json.ts';
import { isSchemaObject, type SchemaObject } from '../../extraction/schema/list-schema-fields.ts';

/** A recipe as plain JSON in the form of today, or why there is none; nothing is said yet about what it holds. */
interface RecipeJson extends UpgradedRecording {
  readonly issues: readonly Issue[];
}

const megabyte = 1_048_576;
/** As large as a stored recipe may be by default. */
const maxBytes = 2 * megabyte;
/** On top: a target with its rivals takes some 8 KB, and a recipe may have hundreds. */
const maxFingerprintBytes = 4 * megabyte;
/** Eight loops inside each other, and a JSON Schema (64 levels) in the innermost. */
const maxDepth = 100;
/** 500 targets with fingerprints have 200,000. */
const maxNodes = 400_000;
/** Its JSON Schema is held against each member, and takes the square of the faulty ones: 50,000 would take half a minute. */
const maxMembers = 5_000;
/** The Recorder notes positions in its JSON so, as a last line. */
const sourceMapLine = '//# recorderSourceMap=';

/** Takes a recipe from outside: JSON text or parsed JSON, bounded, without anything that JSON cannot say. */
export function readRecipeJson(input: unknown): RecipeJson {
  const read = typeof input === 'string' ? readText(input) : { value: input };
  if ('problem' in read) return refuse(read.problem);
  const copy = copyPlainJson(read.value, { maxDepth, maxNodes, maxMembers });
  if (copy.issues.length > 0) {
    const issues = copy.issues.map(({ path, message }) => ({
      path,
      message: `The recipe ${message}.`,
    }));
    return { recipe: undefined, origins: undefined, issues };
  }
  if (typeof copy.value !== 'object' || copy.value === null || Array.isArray(copy.value)) {
    return refuse('must be an object with "title" and "steps", as Chrome\'s Recorder exports it');
  }
  if (!fits(copy.value)) return refuse(tooLarge);
  return { ...upgradeRecording(copy.value), issues: [] };
}

const tooLarge = `is larger than ${maxBytes / megabyte} MB as JSON (its fingerprints: ${maxFingerprintBytes / megabyte} MB); shorten it, or delete its fingerprints`;

function fits(recipe: object): boolean {
  const { fingerprints, memory, ...rest }: FingerprintMembers = recipe;
  const learnt = JSON.stringify([fingerprints, memory]);
  return (
    Buffer.byteLength(JSON.stringify(rest)) <= maxBytes &&
    Buffer.byteLength(learnt) <= maxFingerprintBytes
  );
}

interface FingerprintMembers {
  readonly fingerprints?: unknown;
  /** Their former name. */
  readonly memory?: unknown;
}

/** The fingerprints that a recipe's file carries, unchecked; `undefined` where it carries none. */
export function findFingerprints(recipe: object): unknown {
  const { fingerprints, memory }: FingerprintMembers = recipe;
  return fingerprints ?? memory;
}

function readText(text: string): { readonly value: unknown } | { readonly problem: string } {
  // White space and all; what it holds is measured once it is read.
  if (text.length > 2 * (maxBytes + maxFingerprintBytes)) return { problem: tooLarge };
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const json = lines.filter((line) => !line.trimStart().startsWith(sourceMapLine)).join('\n');
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    // What the engine says about the text could repeat what stands in it.
    return { problem: 'is no JSON; export it from the Recorder as "JSON"' };
  }
}

function refuse(problem: string): RecipeJson {
  const issues = [{ path: '', message: `The recipe ${problem}.` }];
  return { recipe: undefined, origins: undefined, issues };
}

/** A recording in the form of today. */
interface UpgradedRecording {
  readonly recipe: unknown;
  /** For a recording with sections: where each step stood, as JSON Pointer. */
  readonly origins: readonly string[] | undefined;
}

/**
 * Brings what Chrome's Recorder exported before it had `@puppeteer/replay` (its experiment of 2021) into the form of
 * today: sections, `selector`, `context`, `condition`, `submit`, `viewport`, `keydown`, `keyup`, `conditions`. What is
 * of today, or cannot be recognised, stays as it is. Source: `front_end/models/recorder/Steps.ts` and `RecordingPlayer.ts` of
 * the DevTools front end of that time.
 */
function upgradeRecording(recording: unknown): UpgradedRecording {
  if (!isSchemaObject(recording)) return { recipe: recording, origins: undefined };
  const { sections, steps } = recording;
  if (Array.isArray(steps)) {
    return { recipe: { ...recording, steps: steps.map(upgradeStep) }, origins: undefined };
  }
  if (!Array.isArray(sections)) return { recipe: recording, origins: undefined };
  const upgraded: unknown[] = [];
  const origins: string[] = [];
  for (const [index, section] of sections.entries()) {
    if (!isSchemaObject(section)) continue;
    const add = (step: unknown, origin: string): void => {
      upgraded.push(step);
      origins.push(origin);
    };
    const conditions = section['networkConditions'];
    if (isSchemaObject(conditions)) {
      add({ type: 'emulateNetworkConditions', ...pickRates(conditions) }, `/sections/${index}`);
    }
    // Later sections began where a step of the one before had led: their URL was never opened by itself.
    if (index === 0) add({ type: 'navigate', url: section['url'] }, '/sections/0');
    const recorded = Array.isArray(section['steps']) ? (section['steps'] as unknown[]) : [];
    for (const [at, step] of recorded.entries()) {
      add(upgradeStep(step), `/sections/${index}/steps/${at}`);
    }
  }
  return { recipe: { ...copyWithout(recording, ['sections']), steps: upgraded }, origins };
}

const renamedTypes: ReadonlyMap<unknown, string> = new Map([
  ['keydown', 'keyDown'],
  ['keyup', 'keyUp'],
  ['viewport', 'setViewport'],
  // What submits a form when a person does it.
  ['submit', 'click'],
]);

/** The buttons by which a form is sent, inside of it. */
const submitSelector = ':is(button:not([type]), [type="submit"], [type="image"])';

/** A step of today comes back as it is. */
function upgradeStep(step: unknown): unknown {
  if (!isSchemaObject(step)) return step;
  const { type, selector, selectors, context, condition, conditions } = step;
  const changes = new Map<string, unknown>();
  const renamed = renamedTypes.get(type);
  if (renamed !== undefined) changes.set('type', renamed);
  if (selector !== undefined && selectors === undefined) {
    const chain: readonly unknown[] = Array.isArray(selector) ? selector : [selector];
    changes.set('selectors', [type === 'submit' ? [...chain, submitSelector] : chain]);
  }
  if (isSchemaObject(context)) {
    changes.set('target', step['target'] ?? context['target'] ?? 'main');
    changes.set('frame', step['frame'] ?? context['path'] ?? []);
  }
  if (isSchemaObject(condition) && condition['type'] === 'waitForNavigation') {
    const { expectedUrl: url } = condition;
    changes.set('assertedEvents', [{ type: 'navigation', ...(url === undefined ? {} : { url }) }]);
  }
  if (isSchemaObject(conditions)) {
    for (const [name, rate] of Object.entries(pickRates(conditions))) changes.set(name, rate);
  }
  if (changes.size === 0) return step;
  const upgraded = copyWithout(step, ['selector', 'context', 'condition', 'conditions']);
  for (const [name, value] of changes) upgraded[name] = value;
  return upgraded;
}

function pickRates({ download, upload, latency }: SchemaObject): SchemaObject {
  return { download, upload, latency };
}

function copyWithout(source: SchemaObject, names: readonly string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    if (!names.includes(name)) setOwn(copy, name, value);
  }
  return copy;
}

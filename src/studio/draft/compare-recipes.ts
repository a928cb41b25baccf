import { addAll } from '../../runtime/collections.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { toCanonicalJson } from '../../runtime/plain-json.ts';
import { type RecipeDocument, type StepDocument, parseRecipeDocument } from './recipe-document.ts';

/** One difference between two versions of a recipe. */
export interface RecipeChange {
  readonly kind: 'added' | 'removed' | 'moved' | 'changed';
  /** JSON Pointer to what differs: in the version after, or for what was removed in the version before. */
  readonly path: string;
  /** For what was there before and stands elsewhere now: its path before. */
  readonly from?: string;
  /** A sentence for people, as text: it may repeat what stands in the recipe. */
  readonly description: string;
  /** The values, where one text, number or list of selectors differs; absent for whole steps. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Lists what differs between two versions of a recipe, by step and by field, in the order of the version after. What runs
 * have learnt (`fingerprints`) is no part of it. Throws `invalid_request` where one of them is no recipe.
 */
export function compareRecipes(before: unknown, after: unknown): readonly RecipeChange[] {
  const [old, now] = [before, after].map((recipe) => parseRecipeDocument(recipe).document);
  if (old === undefined || now === undefined) return [];
  const rootMembers = ['steps', 'variables', 'fingerprints', 'memory'];
  return [
    ...compareMembers(old, now, { path: '', subject: 'The recipe', left: rootMembers }),
    ...compareNamed(toNamed(old.variables), toNamed(now.variables), '/variables', 'Variable'),
    ...compareLists(old.steps, now.steps, { before: '/steps', after: '/steps' }, ''),
  ];
}

interface Lists {
  readonly before: string;
  readonly after: string;
}

function compareLists(
  before: RecipeDocument['steps'],
  after: RecipeDocument['steps'],
  lists: Lists,
  prefix: string,
): readonly RecipeChange[] {
  return alignSteps(before, after).flatMap((pair) => comparePair(pair, lists, prefix));
}

function comparePair(
  { before, after, isMoved }: StepPair,
  lists: Lists,
  prefix: string,
): readonly RecipeChange[] {
  if (after === undefined) {
    const name = nameStepAt(before, prefix);
    return [
      {
        kind: 'removed',
        path: `${lists.before}/${before.index}`,
        description: `${name} was removed.`,
      },
    ];
  }
  const path = `${lists.after}/${after.index}`;
  const name = nameStepAt(after, prefix);
  if (before === undefined) return [{ kind: 'added', path, description: `${name} is new.` }];
  const from = `${lists.before}/${before.index}`;
  const moved: readonly RecipeChange[] = isMoved
    ? [{ kind: 'moved', path, from, description: `${name} was step ${prefix}${before.index + 1}.` }]
    : [];
  return [...moved, ...compareSteps(before.step, after.step, { before: from, after: path }, name)];
}

function compareSteps(
  before: StepDocument,
  after: StepDocument,
  paths: Lists,
  name: string,
): readonly RecipeChange[] {
  const { parameters: oldParameters, ...old } = before;
  const { parameters: newParameters, ...now } = after;
  const own = compareMembers(old, now, { path: paths.after, subject: name, left: [] });
  if (!isSchemaObject(oldParameters) && !isSchemaObject(newParameters)) return own;
  const [was, is] = [toNamed(oldParameters), toNamed(newParameters)];
  const path = `${paths.after}/parameters`;
  const numbers = /^Step ([\d.]+)/.exec(name)?.[1] ?? '';
  return [
    ...own,
    ...compareMembers(was, is, { path, subject: name, left: ['fields', 'steps'] }),
    ...compareNamed(
      toNamed(was['fields']),
      toNamed(is['fields']),
      `${path}/fields`,
      `${name}, field`,
    ),
    ...compareLists(
      toSteps(was['steps']),
      toSteps(is['steps']),
      { before: `${paths.before}/parameters/steps`, after: `${path}/steps` },
      `${numbers}.`,
    ),
  ];
}

interface Members {
  readonly path: string;
  readonly subject: string;
  /** Members that are compared otherwise. */
  readonly left: readonly string[];
}

function compareMembers(
  before: Named,
  after: Named,
  { path, subject, left }: Members,
): readonly RecipeChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !left.includes(name) && !isSame(before[name], after[name]))
    .map((name) => describeValue(before, after, { name, path: `${path}/${name}`, subject }));
}

function describeValue(
  before: Named,
  after: Named,
  {
    name,
    path,
    subject,
  }: { readonly name: string; readonly path: string; readonly subject: string },
): RecipeChange {
  const [was, is] = [before[name], after[name]];
  if (was === undefined) {
    return { kind: 'added', path, after: is, description: `${subject}: ${name} is ${show(is)}.` };
  }
  if (is === undefined) {
    const description = `${subject}: ${name} was removed; it was ${show(was)}.`;
    return { kind: 'removed', path, before: was, description };
  }
  const description = `${subject}: ${name} is ${show(is)}; it was ${show(was)}.`;
  return { kind: 'changed', path, before: was, after: is, description };
}

/** Members whose names are the recipe's own: fields and variables. One that has another name and all else is renamed. */
function compareNamed(
  before: Named,
  after: Named,
  path: string,
  noun: string,
): readonly RecipeChange[] {
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const gone = new Set(Object.keys(before).filter((name) => !Object.hasOwn(after, name)));
  const changes: RecipeChange[] = [];
  for (const name of added) {
    const former = [...gone].find((other) => isSame(before[other], after[name]));
    if (former === undefined) {
      const description = `${noun} "${name}" is new.`;
      changes.push({ kind: 'added', path: `${path}/${name}`, after: after[name], description });
      continue;
    }
    gone.delete(former);
    const description = `${noun} "${former}" is called "${name}".`;
    changes.push({
      kind: 'moved',
      path: `${path}/${name}`,
      from: `${path}/${former}`,
      description,
    });
  }
  for (const name of gone) {
    const description = `${noun} "${name}" was removed.`;
    changes.push({ kind: 'removed', path: `${path}/${name}`, before: before[name], description });
  }
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name) || isSame(before[name], value)) continue;
    const subject = `${noun} "${name}"`;
    const place = { path: `${path}/${name}`, subject, left: [] };
    const isPair = isSchemaObject(before[name]) && isSchemaObject(value);
    const members = isPair
      ? compareMembers(toNamed(before[name]), toNamed(value), place)
      : [describeValue(before, after, { name, path: place.path, subject: noun })];
    addAll(changes, members);
  }
  return changes;
}

type Named = Readonly<Record<string, unknown>>;

function toNamed(value: unknown): Named {
  return isSchemaObject(value) ? value : {};
}

function toSteps(value: unknown): RecipeDocument['steps'] {
  return Array.isArray(value) ? (value as RecipeDocument['steps']) : [];
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === undefined || after === undefined) return before === after;
  return toCanonicalJson(before) === toCanonicalJson(after);
}

/** Characters of a value in a sentence. */
const maxShown = 120;

function show(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > maxShown ? `${json.slice(0, maxShown - 1)}…` : json;
}

function nameStepAt(
  { index, step }: { readonly index: number; readonly step: StepDocument },
  prefix: string,
): string {
  const type = step.type === 'customStep' ? String(step['name']) : step.type;
  return `Step ${prefix}${index + 1} (${type})`;
}

/** A step and where it stands in its list. */
interface PlacedStep {
  readonly index: number;
  readonly step: StepDocument;
}

/** A step before and after; one of them is `undefined` where it was removed or added. */
type StepPair =
  | { readonly before: PlacedStep; readonly after: PlacedStep; readonly isMoved: boolean }
  | { readonly before: undefined; readonly after: PlacedStep; readonly isMoved: false }
  | { readonly before: PlacedStep; readonly after: undefined; readonly isMoved: false };

/** Least likeness from which two steps of a kind are one that was changed. */
const leastLikeness = 0.3;

/**
 * Pairs the steps of two lists, in the order of the list after; what was removed stands before the step that follows it. Equal
 * steps in the same order belong together, then equal ones elsewhere, which were moved, then those of one kind that
 * share most.
 */
function alignSteps(
  before: readonly StepDocument[],
  after: readonly StepDocument[],
): readonly StepPair[] {
  const old = before.map((step, index) => toCandidate(step, index));
  const now = after.map((step, index) => toCandidate(step, index));
  const partners = pairInOrder(old, now);
  const free = new Set(old.filter(({ index }) => ![...partners.values()].includes(index)));
  const moved = new Set<number>();
  for (const candidate of now) {
    if (partners.has(candidate.index)) continue;
    const same = [...free].find(({ json }) => json === candidate.json);
    if (same === undefined) continue;
    free.delete(same);
    partners.set(candidate.index, same.index);
    moved.add(candidate.index);
  }
  for (const candidate of now) {
    if (partners.has(candidate.index)) continue;
    const like = findLikest(candidate, [...free]);
    if (like === undefined) continue;
    free.delete(like);
    partners.set(candidate.index, like.index);
  }
  const steady = [...partners].filter(([index]) => !moved.has(index));
  for (const [index, partner] of steady) {
    const crosses = steady.some(
      ([other, others]) => !moved.has(other) && other < index && others > partner,
    );
    if (crosses) moved.add(index);
  }
  const pairs: StepPair[] = now.map((placed) => {
    const partner = partners.get(placed.index);
    const was = partner === undefined ? undefined : old[partner];
    return was === undefined
      ? { before: undefined, after: toPlaced(placed), isMoved: false }
      : { before: toPlaced(was), after: toPlaced(placed), isMoved: moved.has(placed.index) };
  });
  for (const gone of [...free].toSorted((a, b) => b.index - a.index)) {
    const at = pairs.findIndex(
      ({ before: other, isMoved }) => other !== undefined && !isMoved && other.index > gone.index,
    );
    const pair = { before: toPlaced(gone), after: undefined, isMoved: false } as const;
    pairs.splice(at === -1 ? pairs.length : at, 0, pair);
  }
  return pairs;
}

interface Candidate extends PlacedStep {
  readonly json: string;
  readonly kind: string;
  readonly parts: ReadonlySet<string>;
}

function toCandidate(step: StepDocument, index: number): Candidate {
  return {
    index,
    step,
    json: toCanonicalJson(step),
    kind: step.type === 'customStep' ? `custom ${String(step['name'])}` : step.type,
    parts: new Set(listParts(step)),
  };
}

/** The texts of a step with the members they stand in: what two versions of it have in common. */
function listParts(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'type' && path === '' ? [] : listParts(member, isList ? path : `${path}/${name}`),
  );
}

function toPlaced({ index, step }: Candidate): PlacedStep {
  return { index, step };
}

/** The longest common subsequence of equal steps: indexes before, by indexes after. */
function pairInOrder(old: readonly Candidate[], now: readonly Candidate[]): Map<number, number> {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row]?.json === now[column]?.json
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs = new Map<number, number>();
  for (let row = 0, column = 0; row < old.length && column < now.length;) {
    if (old[row]?.json === now[column]?.json) {
      pairs.set(column, row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function findLikest(step: Candidate, others: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  let bestLikeness = leastLikeness;
  for (const other of others) {
    if (other.kind !== step.kind) continue;
    const likeness = measureLikeness(step.parts, other.parts);
    if (likeness >= bestLikeness) [best, bestLikeness] = [other, likeness];
  }
  // The only one of its kind on both sides of the change is the same step, whatever it says.
  return best ?? onlyOne(others.filter(({ kind }) => kind === step.kind));
}

function onlyOne(steps: readonly Candidate[]): Candidate | undefined {
  const [only, ...others] = steps;
  return others.length === 0 ? only : undefined;
}

function measureLikeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((part) => right.has(part)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 1 : common / all;
}

import type {
  ElementFingerprint,
  RecipeFingerprints,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { findAtPath, parseJsonPointer, toCanonicalJson } from '../../runtime/plain-json.ts';
import type { StudioDraft, StudioRepairChoice } from '../api/studio-draft.ts';
import type {
  StartStudioTrial,
  StudioRepair,
  StudioSeenElement,
  StudioTrial,
  StudioTrialEvent,
} from '../api/studio-trial.ts';
import { type RecipeDocument, parseRecipeDocument } from '../draft/recipe-document.ts';
import type { StudioSession } from '../session/studio-session.ts';
import { prepareTrial } from '../trial/run-trial.ts';
import type { TrialEvent, TrialResult } from '../trial/trial-event.ts';
import type { OwnerDraft } from './create-owner-draft.ts';
import { applyHealing } from '../../recipes/healing/apply-healing.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { applyDraftEdits } from '../draft/edit-draft.ts';
import { guessFingerprint } from '../../recipes/healing/target-fingerprint.ts';
import { nameElement } from '../../recipes/healing/choose-element.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import { nameTarget } from '../../recipes/run/measure-drift.ts';
import type { NearestElement, TargetMatches } from '../../runtime/contracts/recipe/replay.ts';

/** The trials of a session, one at a time; the last one is kept. */
export interface SessionTrial {
  /** Throws `conflict` while one runs, and `invalid_request` for what cannot be tried. */
  start(options: StartStudioTrial): void;
  /** Throws `not_found` where there was none. */
  view(): StudioTrial;
  /** Lets the next step begin. Throws `conflict` where none waits. */
  next(): void;
  /** Stops the trial that runs, if one does. */
  stop(): void;
  /** Brings what a person has decided into the draft. Throws `not_found`, `conflict` and `invalid_request`. */
  repair(choice: StudioRepairChoice): StudioDraft;
}

interface CreateSessionTrialInput {
  /** What `createGleaner` returned. */
  readonly gleaner: object;
  readonly session: StudioSession;
  readonly draft: () => OwnerDraft;
}

interface Trial {
  /** The recipe as it is tried. */
  readonly document: RecipeDocument;
  readonly events: StudioTrialEvent[];
  readonly stopped: AbortController;
  state: StudioTrial['state'];
  result: TrialResult | undefined;
  error: string | undefined;
  repairs: readonly StudioRepair[];
  fingerprints: RecipeFingerprints | undefined;
  pictureBytes: number;
  /** Lets the step begin that waits. */
  release: (() => void) | undefined;
}

/** Bytes of the pictures of a trial that are kept and sent, in Base64. */
const maxPictureBytes = 20_000_000;
/** Milliseconds of a trial that waits for a person before each step. */
const stepwiseMs = 300_000;

export function createSessionTrial(input: CreateSessionTrialInput): SessionTrial {
  const { gleaner, session } = input;
  let last: Trial | undefined;

  function require(): Trial {
    if (last === undefined) throw new GleanerError('not_found', 'Nothing was tried yet.');
    return last;
  }

  function take(trial: Trial, event: TrialEvent): void {
    const sent = toStudioEvent(event, maxPictureBytes - trial.pictureBytes);
    if (sent.event === 'step_seen') trial.pictureBytes += sent.picture?.length ?? 0;
    trial.events.push(sent);
    session.emit({ type: 'trial', event: sent });
  }

  function finish(trial: Trial): void {
    trial.release = undefined;
    const { events: _events, ...ended } = toView(trial);
    if (last === trial) session.emit({ type: 'trial_ended', trial: ended });
  }

  function stop(trial: Trial): void {
    if (trial.state !== 'running') return;
    trial.state = 'stopped';
    trial.stopped.abort(new GleanerError('conflict', 'The trial was stopped.'));
    finish(trial);
  }

  async function run(trial: Trial, play: () => Promise<TrialResult>): Promise<void> {
    try {
      const result = await play();
      if (trial.state !== 'running') return;
      trial.result = result;
      const known = { version: 1, targets: knownTargets(trial.document) } as const;
      trial.repairs = listRepairs({ result, events: trial.events, known });
      learn(trial);
    } catch (error) {
      if (trial.state !== 'running') return;
      trial.error = isGleanerError(error) ? error.message : 'The trial failed: try it again.';
    }
    trial.state = 'ended';
    finish(trial);
  }

  /** What a trial has learnt about targets that were never found before makes the draft one that can be healed. */
  function learn({ document, fingerprints }: Trial): void {
    const draft = input.draft();
    const now = draft.document();
    if (now === undefined || fingerprints === undefined) return;
    const known = knownTargets(now);
    const fresh = Object.entries(fingerprints.targets).filter(
      ([path]) => known[path] === undefined && isSame(document, now, path),
    );
    if (fresh.length === 0) return;
    const targets = { ...known, ...Object.fromEntries(fresh) };
    draft.learn({ ...now, fingerprints: { version: 1, targets } });
  }

  session.signal.addEventListener('abort', () => last && stop(last));

  return {
    start({ variables, maxPages, until, stepByStep = false }) {
      if (last?.state === 'running') throw new GleanerError('conflict', running);
      const document = input.draft().require();
      const trial: Trial = {
        document,
        events: [],
        stopped: new AbortController(),
        state: 'running',
        result: undefined,
        error: undefined,
        repairs: [],
        fingerprints: undefined,
        pictureBytes: 0,
        release: undefined,
      };
      const play = prepareTrial(gleaner, document, {
        variables,
        maxPages,
        until,
        ...(stepByStep ? { timeoutMs: stepwiseMs } : {}),
        signal: AbortSignal.any([trial.stopped.signal, session.signal]),
        next: stepByStep
          ? () =>
              new Promise((resolve) => {
                trial.release = resolve;
              })
          : undefined,
        onEvent: (event) => take(trial, event),
        onFingerprints(fingerprints) {
          trial.fingerprints = fingerprints;
        },
      });
      last = trial;
      void run(trial, play);
    },
    view: () => toView(require()),
    next() {
      const { release } = require();
      if (release === undefined) throw new GleanerError('conflict', 'No step waits.');
      require().release = undefined;
      release();
    },
    stop: () => stop(require()),
    repair(choice) {
      const trial = require();
      const repair = trial.repairs.find(({ path }) => path === choice.path);
      if (repair === undefined) throw new GleanerError('not_found', noRepair);
      const draft = input.draft();
      const document = draft.require();
      if (repair.decision !== undefined || !isSame(trial.document, document, repair.path)) {
        throw new GleanerError('conflict', outdated);
      }
      if (choice.choice === 'accept' && repair.taken === undefined) {
        throw new GleanerError('conflict', nothingTaken);
      }
      draft.change(applyRepair({ document, repair, choice, fingerprints: trial.fingerprints }));
      const { choice: decision } = choice;
      trial.repairs = trial.repairs.map((one) => (one === repair ? { ...one, decision } : one));
      return draft.view();
    },
  };
}

function toView({ state, events, result, error, repairs }: Trial): StudioTrial {
  return { state, events, result, error, repairs };
}

function toStudioEvent(event: TrialEvent, bytesLeft: number): StudioTrialEvent {
  if (event.event !== 'step_seen') return event;
  const image = event.picture && Buffer.from(event.picture).toString('base64');
  return { ...event, picture: image && image.length <= bytesLeft ? image : undefined };
}

/** Whether two forms of a recipe have the same selectors at a path. */
function isSame(one: RecipeDocument, other: RecipeDocument, path: string): boolean {
  const segments = parseJsonPointer(path) ?? [];
  const [left, right] = [findAtPath(one, segments), findAtPath(other, segments)];
  return left !== undefined && toCanonicalJson(left) === toCanonicalJson(right);
}

const running = 'A trial runs already: stop it first, or wait for its end.';
const noRepair = 'The last trial has nothing to decide about there: try the recipe again.';
const outdated =
  'This was decided already, or the step was changed since the trial: try the recipe again.';
const nothingTaken =
  'The trial took no element for it: choose another element, or mark it as gone.';

interface ApplyRepairInput {
  readonly document: RecipeDocument;
  readonly repair: StudioRepair;
  readonly choice: StudioRepairChoice;
  /** What the trial has learnt; `undefined` for one that failed. */
  readonly fingerprints: RecipeFingerprints | undefined;
}

/** Returns the recipe with what a person has decided about a target; `undefined` where no step is left. Throws `invalid_request`. */
function applyRepair(input: ApplyRepairInput): RecipeDocument | undefined {
  const { document, repair, choice } = input;
  const { path } = repair;
  if (choice.choice === 'gone') return markGone(document, path, choice.remove === true);
  const selectors =
    choice.choice === 'replace' ? choice.selectors : (repair.taken?.selectors ?? []);
  const { [path]: _former, ...others } = knownTargets(document);
  const known = choice.choice === 'accept' ? input.fingerprints?.targets[path] : undefined;
  const targets = known === undefined ? others : { ...others, [path]: known };
  // Each is put in front of the ones before it.
  const healed = selectors.toReversed().map((selector) => ({ path, selector }));
  const fingerprints: RecipeFingerprints = { version: 1, targets };
  return parseRecipeDocument(applyHealing(document, { healed, fingerprints })).document;
}

/** Makes the field or the step optional that a target belongs to, or takes it out. */
function markGone(
  document: RecipeDocument,
  target: string,
  isRemoved: boolean,
): RecipeDocument | undefined {
  const field = /^(.*)\/parameters\/fields\/([^/]+)\/selectors$/.exec(target);
  const step = field?.[1] ?? /^.*\/steps\/\d+/.exec(target)?.[0] ?? target;
  if (!isRemoved) {
    const path = field === null ? step : target.replace(/\/selectors$/, '');
    return applyDraftEdits(document, [{ edit: 'set_optional', path, optional: true }]);
  }
  if (field === null) return applyDraftEdits(document, [{ edit: 'remove_step', path: step }]);
  const found = findAtPath(document, parseJsonPointer(step) ?? []);
  const [name = ''] = parseJsonPointer(`/${field[2] ?? ''}`) ?? [];
  return applyDraftEdits(document, [
    { edit: 'replace_step', path: step, step: withoutField(found, name) },
  ]);
}

function withoutField(step: unknown, name: string): unknown {
  if (!isSchemaObject(step) || !isSchemaObject(step['parameters'])) return step;
  const { parameters } = step;
  const { fields } = parameters;
  const { [name]: _gone, ...others } = isSchemaObject(fields) ? fields : {};
  return { ...step, parameters: { ...parameters, fields: others } };
}

interface ListRepairsInput {
  readonly result: TrialResult;
  readonly events: readonly StudioTrialEvent[];
  /** What was known of the recipe's targets when it was tried. */
  readonly known: RecipeFingerprints | undefined;
}

/** A target as a trial saw it: where something else than the first selector led to it, else the last time. */
interface SeenTarget {
  readonly matches: TargetMatches;
  readonly nearest: readonly NearestElement[];
  readonly picture: string | undefined;
  readonly step: string;
}

/** Lists the targets that a trial found by other than their first selector, or not at all, in the order of the steps. */
function listRepairs({ result, events, known }: ListRepairsInput): readonly StudioRepair[] {
  const seen = new Map<string, SeenTarget>();
  for (const event of events) {
    if (event.event !== 'step_seen') continue;
    for (const matches of event.targets) {
      if (seen.get(matches.path)?.matches.taken !== undefined) continue;
      const nearest = event.nearest.filter(({ path }) => path === matches.path);
      seen.set(matches.path, { matches, nearest, picture: event.picture, step: event.path });
    }
  }
  return [...seen.values()]
    .filter((target) => target.matches.taken !== undefined || isLost(target, result))
    .map((target) => toRepair(target, known?.targets[target.matches.path]?.element));
}

/** Whether nothing was found for a target, and that counts: the next page at the end of a list does not. */
function isLost({ matches, step }: SeenTarget, { steps, drift }: TrialResult): boolean {
  const part = drift?.parts.find(({ path }) => path === matches.path);
  if (part !== undefined) return part.servedBy === 'nothing';
  const isFailed = steps.some(({ path, outcome }) => path === step && outcome === 'failed');
  return isFailed && matches.selectors.every(({ count }) => count === 0);
}

function toRepair(
  { matches, nearest, picture }: SeenTarget,
  element: ElementFingerprint | undefined,
): StudioRepair {
  const { path, taken } = matches;
  const sources = matches.selectors.map(({ selector }) => selector);
  const selectors = sources.flatMap((source) => parseSelector(source).selector ?? []);
  const recorded = element ?? guessFingerprint(selectors).element;
  return {
    path,
    place: nameTarget(path),
    servedBy: taken?.servedBy ?? 'nothing',
    recorded: {
      description: nameElement(recorded),
      text: recorded.text,
      selectors: sources,
      picture: undefined,
    },
    taken: taken && toTaken(taken, picture),
    nearest: taken === undefined ? nearest : [],
    likeness: taken?.likeness ?? nearest[0]?.likeness ?? 0,
    changed: taken?.changed ?? [],
    decision: undefined,
  };
}

function toTaken(
  { description, text, selectors }: NonNullable<TargetMatches['taken']>,
  picture: string | undefined,
): StudioSeenElement {
  return { description, text, selectors, picture };
}

/** Returns what healing knows of a recipe's targets, by their paths. */
function knownTargets(document: RecipeDocument): RecipeFingerprints['targets'] {
  return parseRecipeDocument(document).recipe.fingerprints?.targets ?? {};
}

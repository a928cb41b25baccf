import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { findAtPath, parseJsonPointer } from '../../schema/json-pointer.ts';
import { toCanonicalJson } from '../../schema/to-canonical-json.ts';
import type { StudioDraft, StudioRepairChoice } from '../api/studio-draft.ts';
import type {
  StartStudioTrial,
  StudioRepair,
  StudioTrial,
  StudioTrialEvent,
} from '../api/studio-trial.ts';
import type { RecipeDocument } from '../draft/recipe-document.ts';
import type { StudioSession } from '../session/studio-session.ts';
import { prepareTrial } from '../trial/run-trial.ts';
import type { TrialEvent, TrialResult } from '../trial/trial-event.ts';
import { applyRepair } from './apply-repair.ts';
import type { OwnerDraft } from './create-owner-draft.ts';
import { knownTargets } from './known-targets.ts';
import { listRepairs } from './list-repairs.ts';

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

export interface CreateSessionTrialInput {
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
  learnt: RecipeFingerprints | undefined;
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
    const told = toStudioEvent(event, maxPictureBytes - trial.pictureBytes);
    if (told.event === 'step_seen') trial.pictureBytes += told.picture?.length ?? 0;
    trial.events.push(told);
    session.emit({ type: 'trial', event: told });
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
  function learn({ document, learnt }: Trial): void {
    const draft = input.draft();
    const now = draft.document();
    if (now === undefined || learnt === undefined) return;
    const known = knownTargets(now);
    const fresh = Object.entries(learnt.targets).filter(
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
        learnt: undefined,
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
        onLearnt(fingerprints) {
          trial.learnt = fingerprints;
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
      draft.change(applyRepair({ document, repair, choice, learnt: trial.learnt }));
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

import type { ElementHandle, Frame } from 'playwright-core';
import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { failAbsentPlace } from '../fail-step.ts';

export interface RequireFrameInput {
  readonly parent: Frame;
  /** From 0, in document order. */
  readonly index: number;
  readonly step: RecipeStep;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const frames = 'css=iframe, frame';

/**
 * Returns a frame by its index in document order, as recordings count; Playwright lists frames in the order of their
 * arrival. Rejects with `target_not_found` and the frames that are there.
 */
export async function requireFrame(input: RequireFrameInput): Promise<Frame> {
  const { parent, index, step, timeoutMs, signal } = input;
  try {
    const element = parent.locator(frames).nth(index);
    const handle = await raceSignal(element.elementHandle({ timeout: timeoutMs }), signal);
    const frame = await raceSignal(findContent(handle), signal);
    if (frame !== null) return frame;
  } catch {
    signal.throwIfAborted();
    // No frame came in time.
  }
  throw failAbsentPlace(step, 'frame', `found no frame [${index}]: ${await listFrames(input)}.`);
}

function findContent(handle: ElementHandle | null): Promise<Frame | null> {
  return handle?.contentFrame() ?? Promise.resolve(null);
}

/** Most frames that a message lists. */
const maxListed = 10;
/** Characters of a name or an address in a message. */
const maxNamed = 100;

async function listFrames({ parent, step, signal }: RequireFrameInput): Promise<string> {
  const where = step.frame.length > 1 ? 'the frame around it' : 'the page';
  try {
    const handles = await raceSignal(parent.locator(frames).elementHandles(), signal);
    if (handles.length === 0) return `${where} has no frames`;
    const named = await Promise.all(
      handles.slice(0, maxListed).map(async (handle, index) => {
        const frame = await raceSignal(findContent(handle), signal);
        return `[${index}] ${frame === null ? 'without a page' : nameFrame(frame)}`;
      }),
    );
    const more = handles.length > maxListed ? `, and ${handles.length - maxListed} more` : '';
    return `${where} has ${named.join(', ')}${more}`;
  } catch {
    signal.throwIfAborted();
    return `${where} was replaced meanwhile`;
  }
}

/** The frame's name and its URL without the query, which may hold values. */
function nameFrame(frame: Frame): string {
  const name = frame.name().slice(0, maxNamed);
  const [address = ''] = frame.url().split(/[?#]/);
  return `${name === '' ? '' : `"${name}" `}${address.slice(0, maxNamed)}`;
}

import type { Clock } from '../../runtime/contracts/clock.ts';
import type { StudioEnd, StudioEvent } from '../api/studio-event.ts';
import type { OfferedFrame } from './tabs/create-live-tab.ts';

/** One client's stream of events, as lines of JSON. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** States, drafts, tables and frames that the client has not read yet are replaced by newer ones; other events wait in order. */
  send(event: StudioEvent): void;
  offerFrame(frame: OfferedFrame): void;
  /** Sends the last event and closes the stream. */
  end(event: StudioEnd): void;
}

interface CreateEventStreamInput {
  readonly clock: Clock;
  /** Called once when the client goes away before `end`. */
  readonly onLeft: () => void;
}

/** Servers and proxies close connections on which nothing is sent for a while: `serve` after 150 s, nginx after 60. */
const keepAliveMs = 30_000;
/** Events that wait for a client that does not read; beyond, the oldest are dropped. */
const maxWaiting = 1_000;
/** Events that say all that the ones before them said. */
const isWhole: ReadonlySet<StudioEvent['type']> = new Set(['state', 'draft', 'table']);

/** Adds an event to those that wait, in the place of one that it makes needless. */
export function addEvent(waiting: StudioEvent[], event: StudioEvent): void {
  const { type } = event;
  const older = isWhole.has(type) ? waiting.findIndex((other) => other.type === type) : -1;
  if (older >= 0) waiting.splice(older, 1);
  else if (waiting.length >= maxWaiting) waiting.shift();
  waiting.push(event);
}

/** Creates a stream that makes each line when the client asks for it: what it reads is never older than it has to be. */
export function createEventStream({ clock, onLeft }: CreateEventStreamInput): EventStream {
  const encoder = new TextEncoder();
  const waiting: StudioEvent[] = [];
  let frame: OfferedFrame | undefined;
  let last: StudioEnd | undefined;
  let isOver = false;
  let isQuiet = false;
  let wake: (() => void) | undefined;
  let cancelKeepAlive = keepAlive();

  function keepAlive(): () => void {
    return clock.after(keepAliveMs, () => {
      isQuiet = true;
      wake?.();
      cancelKeepAlive = keepAlive();
    });
  }

  function takeNext(): StudioEvent | undefined {
    const next = waiting.shift();
    if (next !== undefined || frame === undefined) return next;
    const { event, acknowledge } = frame;
    frame = undefined;
    acknowledge();
    return event;
  }

  function finish(): void {
    isOver = true;
    cancelKeepAlive();
    frame?.acknowledge();
    frame = undefined;
    wake?.();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const event = takeNext() ?? last;
          if (event !== undefined) {
            isQuiet = false;
            controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
            if (event !== last) return;
            finish();
            controller.close();
            return;
          }
          if (isQuiet) {
            isQuiet = false;
            controller.enqueue(encoder.encode('\n'));
            return;
          }
          if (isOver) return;
          // oxlint-disable-next-line no-await-in-loop -- it waits for the next event
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      cancel() {
        if (isOver) return;
        finish();
        onLeft();
      },
    },
    // Nothing is made ahead.
    { highWaterMark: 0 },
  );

  return {
    body,
    send(event) {
      if (isOver || last !== undefined) return;
      addEvent(waiting, event);
      wake?.();
    },
    offerFrame(offered) {
      if (isOver || last !== undefined) {
        offered.acknowledge();
        return;
      }
      const older = frame;
      // A frame that was left out is acknowledged with the one in its place: the browser waits for a client that does not read.
      frame = {
        event: offered.event,
        acknowledge() {
          older?.acknowledge();
          offered.acknowledge();
        },
      };
      wake?.();
    },
    end(event) {
      if (isOver || last !== undefined) return;
      last = event;
      wake?.();
    },
  };
}

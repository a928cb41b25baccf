import type { Clock } from '../../../contracts/clock.ts';
import type { StudioEnd, StudioEvent } from '../../api/studio-event.ts';
import { addEvent, createEventStream, type EventStream } from './create-event-stream.ts';
import type { OfferedFrame } from '../tabs/create-screencast.ts';

/** Where the events of a session go: to one client at a time, or kept for the next one. */
export interface EventOutlet {
  readonly emit: (event: StudioEvent) => void;
  /** Drops a frame that nothing reads. */
  readonly offerFrame: (frame: OfferedFrame) => void;
  /** Whether a client reads. */
  isRead(): boolean;
  /** Opens a stream that begins with this event and what was kept; the stream before it ends with `moved`. */
  open(first: StudioEvent, moved: StudioEnd): ReadableStream<Uint8Array>;
  /** Ends the stream, and what was kept is forgotten. */
  end(event: StudioEnd): void;
}

export interface CreateEventOutletInput {
  readonly clock: Clock;
  /** Called when a client begins to read, and when it has gone away. */
  readonly onReadChange: () => void;
  /** Called once nothing has read for a while. */
  readonly onForsaken: () => void;
}

/** Milliseconds without a client that reads. */
const graceMs = 30_000;

export function createEventOutlet(input: CreateEventOutletInput): EventOutlet {
  const { clock, onReadChange, onForsaken } = input;
  let stream: EventStream | undefined;
  const kept: StudioEvent[] = [];
  let cancelGrace = clock.after(graceMs, onForsaken);
  let isOver = false;

  function emit(event: StudioEvent): void {
    if (stream !== undefined) stream.send(event);
    // A stream begins with the state and a frame of its own.
    else if (!isOver && event.type !== 'state' && event.type !== 'frame') addEvent(kept, event);
  }

  return {
    emit,
    offerFrame(frame) {
      if (stream === undefined) frame.acknowledge();
      else stream.offerFrame(frame);
    },
    isRead: () => stream !== undefined,
    open(first, moved) {
      stream?.end(moved);
      cancelGrace();
      const opening = createEventStream({
        clock,
        onLeft() {
          if (stream !== opening || isOver) return;
          stream = undefined;
          cancelGrace = clock.after(graceMs, onForsaken);
          onReadChange();
        },
      });
      stream = opening;
      emit(first);
      kept.splice(0).forEach(emit);
      onReadChange();
      return opening.body;
    },
    end(event) {
      isOver = true;
      kept.length = 0;
      cancelGrace();
      stream?.end(event);
    },
  };
}

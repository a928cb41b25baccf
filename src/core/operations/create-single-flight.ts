import { raceSignal } from '../../runtime/signals/waiting.ts';

/** Work under way by key: concurrent callers of one key share one run of it. */
export interface SingleFlight {
  /**
   * The result of the work under way under that key, or of `work`, which is then started. All callers get the same
   * object. A caller whose signal aborts leaves at once, with its reason; the signal that `work` gets aborts when the
   * last one has left. A key names one kind of work: what may lead to another result must be part of it.
   */
  join<Result>(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

interface Flight {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  callers: number;
}

/** Keeps nothing after the work has ended: the next caller starts the work again. */
export function createSingleFlight(): SingleFlight {
  const inFlight = new Map<string, Flight>();

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    });
    const flight: Flight = { result, controller, callers: 0 };
    inFlight.set(key, flight);
    return flight;
  }

  return {
    async join<Result>(
      key: string,
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      const flight = inFlight.get(key) ?? start(key, work);
      flight.callers += 1;
      try {
        // A key names one kind of work, so all flights under a key have the same type.
        return await raceSignal(flight.result as Promise<Result>, signal);
      } finally {
        flight.callers -= 1;
        if (flight.callers === 0) {
          // No further caller joins work that is being aborted.
          if (inFlight.get(key) === flight) inFlight.delete(key);
          flight.controller.abort(signal.reason);
        }
      }
    },
  };
}

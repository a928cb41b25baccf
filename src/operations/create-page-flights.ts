import { raceSignal } from '../signals/race-signal.ts';

/** Pages that are being fetched right now. */
export interface PageFlights {
  /**
   * Joins the fetch of that key, or starts one. A caller whose signal aborts leaves at once;
   * the fetch itself is aborted when the last one has left.
   */
  join<Result>(
    key: string,
    signal: AbortSignal,
    fetch: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

interface Flight {
  readonly landing: Promise<unknown>;
  readonly controller: AbortController;
  passengers: number;
}

/** Parallel misses of one key fetch once. */
export function createPageFlights(): PageFlights {
  const flights = new Map<string, Flight>();

  function start(key: string, fetch: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const landing = fetch(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight = { landing, controller, passengers: 0 };
    flights.set(key, flight);
    return flight;
  }

  return {
    async join<Result>(
      key: string,
      signal: AbortSignal,
      fetch: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      const flight = flights.get(key) ?? start(key, fetch);
      flight.passengers += 1;
      try {
        // A key names one kind of fetch, so its flights all bring the same type.
        return await raceSignal(flight.landing as Promise<Result>, signal);
      } finally {
        flight.passengers -= 1;
        if (flight.passengers === 0) {
          // Nobody joins a flight that is being given up.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort(signal.reason);
        }
      }
    },
  };
}

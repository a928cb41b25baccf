/** What queueing theory says of a queue with exponential arrivals and service: M/M/c. */
export interface ErlangC {
  /** Share of arrivals that wait. */
  readonly waiting: number;
  /** Mean wait of all arrivals, in the unit of `service`; infinite where more comes than can be served. */
  readonly meanWait: number;
}

/** Erlang's C formula, for `load` = arrivals a time unit × mean service. */
export function toErlangC(load: number, servers: number, service: number): ErlangC {
  if (load >= servers) return { waiting: 1, meanWait: Infinity };
  // Erlang B by its recurrence, which keeps within the range of numbers where powers and factorials do not.
  let blocked = 1;
  for (let server = 1; server <= servers; server += 1) {
    blocked = (load * blocked) / (server + load * blocked);
  }
  const waiting = (servers * blocked) / (servers - load * (1 - blocked));
  return { waiting, meanWait: (waiting * service) / (servers - load) };
}

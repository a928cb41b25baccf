import { createDraws } from './create-draws.ts';
import { createEventHeap } from './create-event-heap.ts';
import { createFreeSlots } from './create-free-slots.ts';
import { createQueue } from './create-queue.ts';
import { createWaits, type Waits } from './create-waits.ts';

/** What is simulated. Times in milliseconds. */
export interface ClusterInput {
  readonly seed: number;
  readonly workers: number;
  /** Runs that a worker does at once. */
  readonly slotsPerWorker: number;
  readonly durationMs: number;
  /** Runs dispatched in the whole time. */
  readonly runs: number;
  /** Relative rates of equal parts of the time, e.g. 24 hours of a day; within one it is even. */
  readonly curve: readonly number[];
  /** Mean time that a run keeps its slot, beside the database. */
  readonly runMs: number;
  /** Its coefficient of variation: 0 fixed, 1 exponential. */
  readonly runVariation: number;
  /** Cores of the database. */
  readonly databaseCores: number;
  /** Processor time of the database for a dispatch, for the start of a run, and for its end with its pages; exponential. */
  readonly databaseMs: { readonly dispatch: number; readonly start: number; readonly end: number };
  /** From the end of a dispatch until a worker hears of it. */
  readonly noticeMs: number;
  /** Mean time between two deaths of one worker; `Infinity` for none. */
  readonly workerLifeMs: number;
  /** From its death until it works again. */
  readonly restartMs: number;
}

/** What came of it. */
export interface ClusterResult {
  readonly dispatched: number;
  readonly completed: number;
  /** Runs whose worker died. */
  readonly failed: number;
  /** From the call until the run is in its queue. */
  readonly dispatch: Waits;
  /** From then until a worker has started it. */
  readonly wait: Waits;
  readonly longestQueue: number;
  /** Share of the slots that worked, over all the time, and in the busiest part of the curve. */
  readonly slotShare: number;
  readonly busiestSlotShare: number;
  readonly databaseShare: number;
  readonly busiestDatabaseShare: number;
  readonly deaths: number;
}

const arrival = 0;
const databaseDone = 1;
const noticed = 2;
const runDone = 3;
const death = 4;
const restart = 5;

type Stage = 'dispatch' | 'start' | 'end';
const stages: readonly Stage[] = ['dispatch', 'start', 'end'];

/** A run between its dispatch and its end. */
interface Run {
  calledMs: number;
  queuedMs: number;
  /** Index of the stage that the database works on. */
  stage: number;
  worker: number;
  /** The worker's life in which it began. */
  life: number;
}

/** Simulates the day of a cluster, moment by moment. The same input gives the same result. */
export function simulateCluster(
  input: ClusterInput,
  onProgress: (doneMs: number) => void = () => {},
): ClusterResult {
  const draws = createDraws(input.seed);
  const events = createEventHeap();
  const dispatch = createWaits();
  const wait = createWaits();
  const parts = input.curve.length;
  const partMs = input.durationMs / parts;
  const total = input.curve.reduce((sum, rate) => sum + rate, 0);
  const ratesPerMs = input.curve.map((rate) => (input.runs * rate) / total / partMs);
  const runs: Run[] = [];
  const unused: number[] = [];
  const queue = createQueue();
  const databaseQueue = createQueue();
  let databaseBusy = 0;
  /** Of each worker: how often it has died, and whether it works. */
  const lives = new Int32Array(input.workers);
  const isUp = new Uint8Array(input.workers).fill(1);
  const freeSlots = createFreeSlots(input.workers, input.slotsPerWorker);
  const slotMs = new Float64Array(parts);
  const databaseMs = new Float64Array(parts);
  let dispatched = 0;
  let completed = 0;
  let failed = 0;
  let deaths = 0;
  let longestQueue = 0;
  let busySlots = 0;
  let lastMs = 0;

  /** Adds what worked since the last moment to its part of the curve; what is left after the end belongs to none. */
  function account(nowMs: number): void {
    for (let from = lastMs; from < Math.min(nowMs, input.durationMs);) {
      const part = Math.min(parts - 1, Math.floor(from / partMs));
      const until = Math.min(nowMs, (part + 1) * partMs, input.durationMs);
      slotMs[part] = (slotMs[part] ?? 0) + busySlots * (until - from);
      databaseMs[part] = (databaseMs[part] ?? 0) + databaseBusy * (until - from);
      if (until <= from) break;
      from = until;
    }
    lastMs = nowMs;
  }

  /** The next call after a moment: arrivals are even within a part, and begin anew at its border. */
  function planArrival(afterMs: number): void {
    let fromMs = afterMs;
    for (let part = Math.floor(fromMs / partMs); part < parts; part += 1) {
      const rate = ratesPerMs[part] ?? 0;
      const atMs = rate === 0 ? Infinity : fromMs + draws.exponential(1 / rate);
      if (atMs < (part + 1) * partMs) {
        events.push(atMs, arrival, 0);
        return;
      }
      fromMs = (part + 1) * partMs;
    }
  }

  function askDatabase(run: number, stage: number, nowMs: number): void {
    const asked = runs[run];
    if (asked === undefined) return;
    asked.stage = stage;
    if (databaseBusy === input.databaseCores) databaseQueue.push(run);
    else beginStatement(run, nowMs);
  }

  function beginStatement(run: number, nowMs: number): void {
    databaseBusy += 1;
    const stage = stages[runs[run]?.stage ?? 0] ?? 'dispatch';
    events.push(nowMs + draws.time(input.databaseMs[stage], 1), databaseDone, run);
  }

  function endStatement(run: number, nowMs: number): void {
    databaseBusy -= 1;
    const next = databaseQueue.shift();
    if (next !== undefined) beginStatement(next, nowMs);
    const ended = runs[run];
    if (ended === undefined) return;
    if (ended.stage === 0) {
      dispatch.add(nowMs - ended.calledMs);
      ended.queuedMs = nowMs;
      events.push(nowMs + input.noticeMs, noticed, run);
    } else if (ended.stage === 1) {
      wait.add(nowMs - ended.queuedMs);
      events.push(nowMs + draws.time(input.runMs, input.runVariation), runDone, run);
    } else if (lives[ended.worker] === ended.life) {
      completed += 1;
      release(run, nowMs);
    }
  }

  /** Gives waiting runs to free slots; a run keeps its slot from here until its end is written. */
  function assign(nowMs: number): void {
    while (queue.size > 0) {
      const worker = freeSlots.take(draws.uniform());
      if (worker === undefined) break;
      const run = queue.shift();
      const begun = run === undefined ? undefined : runs[run];
      if (run === undefined || begun === undefined) break;
      begun.worker = worker;
      begun.life = lives[worker] ?? 0;
      busySlots += 1;
      askDatabase(run, 1, nowMs);
    }
    longestQueue = Math.max(longestQueue, queue.size);
  }

  function release(run: number, nowMs: number): void {
    const ended = runs[run];
    if (ended === undefined) return;
    busySlots -= 1;
    unused.push(run);
    freeSlots.give(ended.worker);
    assign(nowMs);
  }

  function kill(worker: number, nowMs: number): void {
    deaths += 1;
    lives[worker] = (lives[worker] ?? 0) + 1;
    isUp[worker] = 0;
    const lost = freeSlots.remove(worker);
    busySlots -= lost;
    failed += lost;
    events.push(nowMs + input.restartMs, restart, worker);
  }

  if (input.workerLifeMs !== Infinity) {
    for (let worker = 0; worker < input.workers; worker += 1) {
      events.push(draws.exponential(input.workerLifeMs), death, worker);
    }
  }
  planArrival(0);
  let ticks = 0;
  while (events.pop()) {
    const { time, kind, subject } = events;
    // Deaths go on for ever; the day is over when the last run has ended.
    if (time > input.durationMs && completed + failed === dispatched) break;
    account(time);
    ticks += 1;
    if (ticks % 1_000_000 === 0) onProgress(time);
    if (kind === arrival) {
      dispatched += 1;
      const run = unused.pop() ?? runs.length;
      runs[run] = { calledMs: time, queuedMs: 0, stage: 0, worker: 0, life: 0 };
      askDatabase(run, 0, time);
      planArrival(time);
    } else if (kind === databaseDone) endStatement(subject, time);
    else if (kind === noticed) {
      queue.push(subject);
      assign(time);
    } else if (kind === runDone) {
      const run = runs[subject];
      // A run whose worker has died meanwhile was counted then.
      if (run !== undefined && lives[run.worker] === run.life) askDatabase(subject, 2, time);
    } else if (kind === death && isUp[subject] === 1) kill(subject, time);
    else if (kind === restart) {
      isUp[subject] = 1;
      freeSlots.restore(subject);
      events.push(time + draws.exponential(input.workerLifeMs), death, subject);
      assign(time);
    }
  }
  const slots = input.workers * input.slotsPerWorker;
  const share = (used: Float64Array, most: number) => ({
    all: used.reduce((sum, ms) => sum + ms, 0) / (most * input.durationMs),
    busiest: Math.max(...used) / (most * partMs),
  });
  const slotUse = share(slotMs, slots);
  const databaseUse = share(databaseMs, input.databaseCores);
  return {
    dispatched,
    completed,
    failed,
    dispatch,
    wait,
    longestQueue,
    slotShare: slotUse.all,
    busiestSlotShare: slotUse.busiest,
    databaseShare: databaseUse.all,
    busiestDatabaseShare: databaseUse.busiest,
    deaths,
  };
}

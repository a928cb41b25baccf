/** Runs that wait, first come, first served. */
export interface Queue {
  readonly size: number;
  push(run: number): void;
  shift(): number | undefined;
}

/** Creates an empty queue; taking from it moves nothing. */
export function createQueue(): Queue {
  let items: number[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push: (run) => void items.push(run),
    shift() {
      const run = items[head];
      if (run === undefined) return undefined;
      head += 1;
      if (head > 10_000 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return run;
    },
  };
}

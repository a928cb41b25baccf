/** Moments in the order of their time: a binary heap in typed arrays, since a day has tens of millions of them. */
export interface EventHeap {
  readonly size: number;
  push(atMs: number, kind: number, subject: number): void;
  /** Takes the earliest one into `time`, `kind` and `subject`; `false` where there is none. */
  pop(): boolean;
  time: number;
  kind: number;
  subject: number;
}

/** Creates an empty heap; moments of one time come in any order. */
export function createEventHeap(): EventHeap {
  let capacity = 1_024;
  let times = new Float64Array(capacity);
  let kinds = new Uint8Array(capacity);
  let subjects = new Int32Array(capacity);
  let size = 0;

  function grow(): void {
    capacity *= 2;
    const [oldTimes, oldKinds, oldSubjects] = [times, kinds, subjects];
    times = new Float64Array(capacity);
    kinds = new Uint8Array(capacity);
    subjects = new Int32Array(capacity);
    times.set(oldTimes);
    kinds.set(oldKinds);
    subjects.set(oldSubjects);
  }

  function place(index: number, time: number, kind: number, subject: number): void {
    times[index] = time;
    kinds[index] = kind;
    subjects[index] = subject;
  }

  function move(from: number, to: number): void {
    place(to, times[from] ?? 0, kinds[from] ?? 0, subjects[from] ?? 0);
  }

  const heap = {
    time: 0,
    kind: 0,
    subject: 0,
    get size() {
      return size;
    },
    push(atMs: number, kind: number, subject: number) {
      if (size === capacity) grow();
      let index = size;
      size += 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if ((times[parent] ?? 0) <= atMs) break;
        move(parent, index);
        index = parent;
      }
      place(index, atMs, kind, subject);
    },
    pop() {
      if (size === 0) return false;
      heap.time = times[0] ?? 0;
      heap.kind = kinds[0] ?? 0;
      heap.subject = subjects[0] ?? 0;
      size -= 1;
      const [time, kind, subject] = [times[size] ?? 0, kinds[size] ?? 0, subjects[size] ?? 0];
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        if (child >= size) break;
        if (child + 1 < size && (times[child + 1] ?? 0) < (times[child] ?? 0)) child += 1;
        if ((times[child] ?? 0) >= time) break;
        move(child, index);
        index = child;
      }
      if (size > 0) place(index, time, kind, subject);
      return true;
    },
  };
  return heap;
}

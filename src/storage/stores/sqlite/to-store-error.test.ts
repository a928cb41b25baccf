import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createLockWait } from './to-store-error.ts';

const budgetMs = 10_000;

/** A writer whose waiting takes no time, beside another connection to its file. */
function openPair() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  const file = path.join(folder, 'gleaner.db');
  const own = new DatabaseSync(file, { timeout: 0 });
  const other = new DatabaseSync(file, { timeout: 0 });
  onTestFinished(() => {
    own.close();
    other.close();
    rmSync(folder, { recursive: true });
  });
  own.exec('pragma journal_mode = wal; create table marks (mark)');
  const time = { nowMs: 0, onPause: (): void => {} };
  const whenFree = createLockWait(budgetMs, {
    nowMs: () => time.nowMs,
    pause() {
      time.nowMs += 1;
      time.onPause();
    },
  });
  const write = (): void => {
    whenFree(() => own.exec('begin immediate'));
    own.exec("insert into marks values ('x'); commit");
  };
  const waitOf = (work: () => void): number => {
    const startedMs = time.nowMs;
    expect(work).toThrow(/locked/);
    return time.nowMs - startedMs;
  };
  return { other, time, whenFree, write, waitOf };
}

test('writes one after another share one budget while another connection holds the lock', () => {
  const { other, time, write, waitOf } = openPair();
  other.exec('begin immediate');
  expect(waitOf(write)).toBe(budgetMs);
  for (let index = 0; index < 5; index += 1) expect(waitOf(write)).toBe(50);
  expect(time.nowMs).toBe(budgetMs + 250);
  other.exec('rollback');
  write();
});

test('a write waits for a lock that is given back within the budget', () => {
  const { other, time, write } = openPair();
  other.exec('begin immediate');
  time.onPause = () => {
    if (time.nowMs === budgetMs - 1) other.exec('rollback');
  };
  write();
  expect(time.nowMs).toBe(budgetMs - 1);
});

test('a lock has the whole budget again once a write got through, or nobody has met the last one for a budget', () => {
  const { other, time, write, waitOf } = openPair();
  other.exec('begin immediate');
  expect(waitOf(write)).toBe(budgetMs);
  other.exec('rollback');
  write();
  other.exec('begin immediate');
  expect(waitOf(write)).toBe(budgetMs);
  time.nowMs += budgetMs + 1;
  expect(waitOf(write)).toBe(budgetMs);
});

test('an error that is no lock is thrown at once', () => {
  const { time, whenFree } = openPair();
  expect(() => whenFree(failOtherwise)).toThrow('no lock');
  expect(time.nowMs).toBe(0);
});

function failOtherwise(): never {
  throw new RangeError('no lock');
}

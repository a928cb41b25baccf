import { describe, expect, test } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { rememberAnswers, type Question } from './remember-answers.ts';

const question: Question = { account: 'ada', key: 'k1', input: { url: 'a' }, signal: undefined };

function counter(): { readonly work: () => Promise<number>; readonly calls: () => number } {
  let calls = 0;
  return {
    work: async () => {
      calls += 1;
      return calls;
    },
    calls: () => calls,
  };
}

describe('rememberAnswers', () => {
  test('the same key with the same input gives the first answer again, for 24 hours', async () => {
    const clock = fakeClock();
    const answers = rememberAnswers(clock);
    const { work } = counter();
    expect(await answers.answerOnce(question, work)).toBe(1);
    clock.advance(24 * 3_600_000 - 1);
    expect(await answers.answerOnce(question, work)).toBe(1);
    clock.advance(1);
    expect(await answers.answerOnce(question, work)).toBe(2);
  });

  test('the same key with another input is a conflict', async () => {
    const answers = rememberAnswers(fakeClock());
    const { work, calls } = counter();
    await answers.answerOnce(question, work);
    const other = answers.answerOnce({ ...question, input: { url: 'b' } }, work);
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
    expect(calls()).toBe(1);
  });

  test('another account with the same key gets an answer of its own', async () => {
    const answers = rememberAnswers(fakeClock());
    const { work } = counter();
    await answers.answerOnce(question, work);
    expect(await answers.answerOnce({ ...question, account: 'grace' }, work)).toBe(2);
    // Account and key are told apart: no pair of names runs into another.
    await answers.answerOnce({ ...question, account: 'a"b', key: 'c' }, work);
    expect(await answers.answerOnce({ ...question, account: 'a', key: 'b"c' }, work)).toBe(4);
  });

  test('two calls at once with one key do the work once', async () => {
    const answers = rememberAnswers(fakeClock());
    const { work, calls } = counter();
    const both = [answers.answerOnce(question, work), answers.answerOnce(question, work)];
    expect(await Promise.all(both)).toEqual([1, 1]);
    expect(calls()).toBe(1);
  });

  test('a failed first try is not remembered, and who waited for it tries by itself', async () => {
    const answers = rememberAnswers(fakeClock());
    const { promise, reject } = Promise.withResolvers<number>();
    const { work } = counter();
    const first = answers.answerOnce(question, () => promise);
    const second = answers.answerOnce(question, work);
    const third = answers.answerOnce(question, work);
    reject(new Error('page is down'));
    await expect(first).rejects.toThrow('page is down');
    expect(await Promise.all([second, third])).toEqual([1, 1]);
  });

  test('who waits may leave without touching the first try', async () => {
    const answers = rememberAnswers(fakeClock());
    const { promise, resolve } = Promise.withResolvers<number>();
    const leaver = new AbortController();
    const first = answers.answerOnce(question, () => promise);
    const second = answers.answerOnce({ ...question, signal: leaver.signal }, () => promise);
    leaver.abort(new Error('changed my mind'));
    await expect(second).rejects.toThrow('changed my mind');
    resolve(7);
    expect(await first).toBe(7);
  });
});

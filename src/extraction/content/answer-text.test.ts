import { describe, expect, test } from 'vitest';
import { draftJson, vase, vaseJson, vaseSchema } from '../../../test/support/vase-answers.ts';
import { dropReasoningOfText } from './answer-text.ts';
import { readAnswer } from './read-answer.ts';

describe('reasoning is no answer', () => {
  test.each([
    ['in an element', `<think>Say ${draftJson}?</think>${vaseJson}`],
    ['without its start', `Say ${draftJson}? No.\n</think>\n${vaseJson}`],
    ['in an element of another name', `<thought>Say ${draftJson}?</thought>${vaseJson}`],
    ['in an element that nobody knows yet', `<musing>Say ${draftJson}?</musing>${vaseJson}`],
    ['in brackets', `[THINK]Say ${draftJson}?[/THINK]${vaseJson}`],
    ['between marks', `<|begin_of_thought|>${draftJson}<|end_of_thought|>${vaseJson}`],
    [
      'in a channel',
      `<|channel|>analysis<|message|>${draftJson}<|end|><|start|>assistant<|channel|>final<|message|>${vaseJson}<|return|>`,
    ],
    ['in prose', `At first: ${draftJson}. But that one is sold, so:\n${vaseJson}`],
  ])('%s', (_, text) => {
    expect(readAnswer(text, { schema: vaseSchema })).toEqual({ value: vase, warnings: [] });
  });

  test.each([
    ['without an end', `<think>Say ${draftJson}? Or`],
    ['of an unknown name without an end', `<musing>Say ${draftJson}? Or`],
    ['in channels without a final one', `<|channel|>analysis<|message|>${draftJson}<|end|>`],
  ])('%s, and then there is none', (_, text) => {
    expect(readAnswer(text, { schema: vaseSchema }).value).toBeUndefined();
  });

  test.each([
    ['marks in a value', '```json\n{"name": "On </think> and [1]", "cost": 2}\n```'],
    ['an element for the answer', '<answer>{"name": "On </think> and [1]", "cost": 2}'],
  ])('%s are kept', (_, text) => {
    const value = { name: 'On </think> and [1]', cost: 2 };
    expect(readAnswer(text, { schema: vaseSchema }).value).toEqual(value);
  });
});

describe('of a plain text the reasoning', () => {
  test.each([
    ['in an element', '<think>hmm, 999?</think>The lamp costs £1,299.00'],
    ['without its start', 'hmm, 999?\n</think>\nThe lamp costs £1,299.00'],
    [
      'in a channel',
      '<|channel|>analysis<|message|>hmm<|end|><|channel|>final<|message|>The lamp costs £1,299.00<|return|>',
    ],
  ])('%s is left out', (_, text) => {
    expect(dropReasoningOfText(text).trim()).toBe('The lamp costs £1,299.00');
  });

  test.each([
    ['is all there is', '<think>hmm</think>'],
    ['has no end', ' <think>hmm, the lamp'],
    ['has no final channel', '<|channel|>analysis<|message|>hmm<|end|>'],
  ])('that %s leaves nothing', (_, text) => {
    expect(dropReasoningOfText(text)).toBe('');
  });

  test.each(['<b>Brass lamp</b> for £89', 'A page on how <think> is written', 'Lamp'])(
    'is not looked for in %s',
    (text) => {
      expect(dropReasoningOfText(text)).toBe(text);
    },
  );
});

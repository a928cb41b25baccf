import { Element } from 'domhandler';
import { describe, expect, test } from 'vitest';
import { CompoundIndex } from './compound-index.ts';

/** 20,000 compounds, 50 under each of 400 classes, of which an element with all these classes lacks one class each. */
function createHostileIndex(): CompoundIndex {
  const index = new CompoundIndex();
  for (let number = 0; number < 20_000; number += 1) {
    index.add(`.k${number % 400}.shared.missing${number}`);
  }
  return index;
}

const allClasses = [...Array.from({ length: 400 }, (_, number) => `k${number}`), 'shared'].join(
  ' ',
);

describe('CompoundIndex', () => {
  test('the classes of an element are split once for all compounds', () => {
    let reads = 0;
    const element = new Element('p', {});
    Object.defineProperty(element.attribs, 'class', {
      get: () => {
        reads += 1;
        return allClasses;
      },
    });
    expect(createHostileIndex().matches(element)).toBe(false);
    expect(reads).toBe(1);
  });

  test('elements and compounds made for each other are compared a million times, then none matches', () => {
    const index = new CompoundIndex();
    index.add('.hit');
    for (let number = 0; number < 19_000; number += 1) {
      index.add(`.k${number % 400}.shared.missing${number}`);
    }
    const hit = new Element('p', { class: 'hit' });
    const calls = (count: number): void => {
      for (let call = 0; call < count; call += 1) {
        index.matches(new Element('p', { class: `${allClasses} own${call}` }));
      }
    };
    calls(10);
    expect(index.matches(hit)).toBe(true);
    calls(10);
    expect(index.matches(hit)).toBe(false);
  });

  test('the same compound is kept once', () => {
    const index = new CompoundIndex();
    for (let times = 0; times < 30_000; times += 1) index.add('.often');
    index.add('.late');
    expect(index.matches(new Element('p', { class: 'late' }))).toBe(true);
  });
});

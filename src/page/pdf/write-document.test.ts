import { expect, test } from 'vitest';
import { ByteSink } from './write-document.ts';

test('gives back what it was given, in order, whatever the size of the pieces', () => {
  const file = new ByteSink();
  const sizes = [0, 3, 65_530, 3, 1, 65_536, 65_537, 200_000, 7];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  for (const piece of pieces) file.add(piece);
  expect(Buffer.compare(file.toBytes(), Buffer.concat(pieces))).toBe(0);
});

test('holds no piece that its giver may write to again', () => {
  const file = new ByteSink();
  const piece = Buffer.from('before');
  file.add(piece);
  piece.write('after!');
  expect(Buffer.from(file.toBytes()).toString()).toBe('before');
});

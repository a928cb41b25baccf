import { parseDocument } from 'htmlparser2';
import { type ChildNode, isTag } from 'domhandler';
import { expect, test } from 'vitest';
import { isEmbeddedFrame } from './is-embedded-frame.ts';

const isEmbedded = (html: string): boolean => {
  const node: ChildNode | undefined = parseDocument(html).children[0];
  return node !== undefined && isTag(node) && isEmbeddedFrame(node);
};

test.each([
  '<video src="/v.mp4"></video>',
  '<audio></audio>',
  '<iframe src="/x" allowfullscreen></iframe>',
  '<iframe src="https://video.example/embed/b"></iframe>',
  '<iframe data-src="//player.example/b"></iframe>',
])('%s shows something of its own', (html) => {
  expect(isEmbedded(html)).toBe(true);
});

test.each([
  '<iframe src="https://ads.example/x" title="Advertisement"></iframe>',
  '<iframe></iframe>',
  '<img src="https://video.example/embed/b">',
])('%s does not', (html) => {
  expect(isEmbedded(html)).toBe(false);
});

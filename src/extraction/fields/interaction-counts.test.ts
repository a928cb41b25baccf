import { expect, test } from 'vitest';
import { extractFields, state } from '../../../test/support/extract-fields.ts';

const count = { type: 'integer' };
const counter = (interactionType: unknown, userInteractionCount: number): object => ({
  '@type': 'InteractionCounter',
  interactionType,
  userInteractionCount,
});
const page = (type: string, head = ''): string =>
  `${head}<h1>The harbour today</h1>${state({
    '@type': type,
    name: 'Cats',
    interactionStatistic: [
      counter({ '@type': 'WatchAction' }, 52_133),
      counter('https://schema.org/LikeAction', 311),
      counter('http://schema.org/CommentAction', 17),
    ],
  })}`;

const readAll = (body: string): unknown =>
  extractFields(body, { views: count, likeCount: count, numberOfComments: count, shares: count })
    .value;

const counts = { views: 52_133, likeCount: 311, numberOfComments: 17 };

test('counts of what visitors did are told apart by what they did', () => {
  expect(readAll(page('SocialMediaPosting'))).toEqual(counts);
});

test('a video is a part of a page, and what the page is about where it says so', () => {
  expect(readAll(page('VideoObject'))).toEqual({});
  expect(readAll(page('VideoObject', '<meta property="og:type" content="video.other">'))).toEqual(
    counts,
  );
});

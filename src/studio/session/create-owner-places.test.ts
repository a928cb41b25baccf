import { expect, test } from 'vitest';
import type { StudioPlace } from '../api/studio-api.ts';
import { createOwnerPlaces } from './create-owner-places.ts';

/** Places that note when they are taken and left. */
function notePlaces(): {
  readonly take: () => Promise<StudioPlace>;
  readonly taken: { isLost: boolean; isLeft: boolean }[];
} {
  const taken: { isLost: boolean; isLeft: boolean }[] = [];
  return {
    taken,
    async take() {
      const place = { isLost: false, isLeft: false };
      taken.push(place);
      return { leave: () => (place.isLeft = true), isLost: () => place.isLost, signals: [] };
    },
  };
}

test('what an owner has at once shares one place, which is left with the last share, once', async () => {
  const places = createOwnerPlaces();
  const { take, taken } = notePlaces();
  const [one, other] = await Promise.all([places.share('ann', take), places.share('ann', take)]);
  one.release();
  one.release();
  expect(taken).toEqual([{ isLost: false, isLeft: false }]);
  other.release();
  expect(taken).toEqual([{ isLost: false, isLeft: true }]);
  await places.share('ann', take);
  await places.share('bob', take);
  expect(taken).toHaveLength(3);
});

test('a place that was lost is taken anew, and giving the lost one back frees no other', async () => {
  const places = createOwnerPlaces();
  const { take, taken } = notePlaces();
  const lost = await places.share('ann', take);
  Object.assign(taken[0] ?? {}, { isLost: true });
  await places.share('ann', take);
  lost.release();
  expect(taken).toMatchObject([{ isLeft: true }, { isLeft: false }]);
  await places.share('ann', take);
  expect(taken).toHaveLength(2);
});

function refuse(): Promise<StudioPlace> {
  return Promise.reject(new Error('none is left'));
}

test('a place that was refused is asked for again, and without anybody to ask there is no limit', async () => {
  const places = createOwnerPlaces();
  const { take, taken } = notePlaces();
  await expect(places.share('ann', refuse)).rejects.toThrow('none is left');
  await places.share('ann', take);
  expect(taken).toHaveLength(1);
  const { signals } = await places.share('bob', undefined);
  expect(signals).toEqual([]);
});

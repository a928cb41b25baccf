import type { StudioPlace } from '../api/studio-api.ts';

/** A share in the place of an owner. */
export interface PlaceShare {
  /** Gives it back, once; the place is left with the last one. */
  release(): void;
  /** Abort when the place is lost. */
  readonly signals: readonly AbortSignal[];
}

/** The places of owners for one kind of thing, one each in this process, however many use it at a time. */
export interface OwnerPlaces {
  /** Takes the owner's place by `take`, unless he has it. Rejects as `take` does; without it nothing is counted. */
  share(owner: string, take: (() => Promise<StudioPlace>) | undefined): Promise<PlaceShare>;
}

const uncounted: PlaceShare = { release: () => undefined, signals: [] };

/** A place, and how many use it. */
interface Shared {
  readonly place: Promise<StudioPlace>;
  /** Of a place that is taken. */
  isLost: () => boolean;
  shares: number;
}

export function createOwnerPlaces(): OwnerPlaces {
  const places = new Map<string, Shared>();
  return {
    async share(owner, take) {
      if (take === undefined) return uncounted;
      const known = places.get(owner);
      const shared =
        known === undefined || known.isLost()
          ? { place: take(), isLost: () => false, shares: 0 }
          : known;
      places.set(owner, shared);
      // Before the place is there: nobody else gives it back meanwhile.
      shared.shares += 1;
      const giveBack = (): void => {
        shared.shares -= 1;
        if (shared.shares === 0 && places.get(owner) === shared) places.delete(owner);
      };
      let place: StudioPlace;
      try {
        place = await shared.place;
      } catch (error) {
        giveBack();
        throw error;
      }
      shared.isLost = () => place.isLost();
      let isReleased = false;
      return {
        signals: place.signals,
        release() {
          if (isReleased) return;
          isReleased = true;
          giveBack();
          if (shared.shares === 0) place.leave();
        },
      };
    },
  };
}

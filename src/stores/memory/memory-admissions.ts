import type { AdmissionRequest, AdmissionStore } from '../../contracts/store/admission-store.ts';
import {
  inFlightExceeded,
  isInMinute,
  minuteExceeded,
  minuteMs,
  toStartMs,
} from '../rules/request-limits.ts';
import type { MemoryData } from './memory-data.ts';

/** A request that is counted: what of an admission is no hold. */
type CountedRequest = Pick<AdmissionRequest, 'account' | 'limits' | 'nowMs'>;

/** The requests of the accounts of a memory store. */
export function memoryAdmissions(data: MemoryData): AdmissionStore {
  return {
    async admit({ id, account, credits, kind, limits, nowMs }) {
      const count = checkLimits(data, { account, limits, nowMs });
      const balance = data.books.hold({ id, account, credits, isInFlight: kind === 'call' });
      count();
      return balance;
    },
  };
}

/** Throws `rate_limited`; returns what counts the request, for when nothing else refuses it. */
export function checkLimits(
  { starts, books }: MemoryData,
  { account, limits, nowMs }: CountedRequest,
): () => void {
  const minute = (starts.get(account) ?? []).filter((startMs) => isInMinute(startMs, nowMs));
  const oldestMs = minute.at(-limits.requestsPerMinute);
  if (minute.length >= limits.requestsPerMinute) {
    throw minuteExceeded(limits.requestsPerMinute, (oldestMs ?? nowMs) + minuteMs - nowMs);
  }
  if (books.countInFlight(account) >= limits.inFlight) throw inFlightExceeded(limits.inFlight);
  return () => starts.set(account, [...minute, toStartMs(nowMs, minute.at(-1))]);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { endRequest, openRequest, reserveRequest } from './open-request.ts';
import { answeredAt, isYoung, newestCopy, type Copy, type Place } from './source-state.ts';

/** A request is not begun with less time than this: one that is cut off is paid for, and its answer lost. */
export const minMs = 2000;
const pauseMs = 250;

/** `open`: read the answer to `id`. `own`: it is reserved, make it. `making`: somebody else still makes it. */
export type Claim =
  | { state: 'open'; id: string | undefined }
  | { state: 'own'; id?: never }
  | { state: 'answered'; copy: Copy | undefined }
  | { state: 'making' }
  | { state: 'late' };

interface Wanted {
  maxAgeMs: number;
  beginsNothing: boolean;
  /** The time at which nobody waits any more, in milliseconds. */
  until: number;
}

/** Finds the request to a paid source that is under way, or reserves one, so that people who ask at once pay for one. */
export const claimRequest = async (scope: Scope, place: Place, wanted: Wanted): Promise<Claim> => {
  const { cnj, source } = place;
  for (;;) {
    const copy = await newestCopy(scope, place);
    if (isYoung(copy, wanted.maxAgeMs)) return { state: 'answered', copy };
    const since = answeredAt(copy);
    const open = await openRequest(scope, cnj, source, since);
    if (open && open.id !== null) return { state: 'open', id: open.id };
    const leftMs = wanted.until - Date.now();
    if (open === undefined) {
      if (wanted.beginsNothing) return { state: 'answered', copy: await newestCopy(scope, place) };
      if (leftMs < minMs) return { state: 'late' };
      if (await reserveRequest(scope, cnj, source, since)) {
        // Somebody else may have read the answer to the request since: an answer is stored before its request ends.
        const newest = await newestCopy(scope, place);
        if (!isYoung(newest, wanted.maxAgeMs)) return { state: 'own' };
        await endRequest(scope, cnj, source, undefined);
        return { state: 'answered', copy: newest };
      }
    }
    if (leftMs <= pauseMs) return { state: 'making' };
    await sleep(pauseMs, undefined, { signal: scope.signal });
  }
};

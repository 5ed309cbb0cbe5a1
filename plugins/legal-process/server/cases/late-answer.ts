import { z, type Host, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { lookUpRoom, readLateAnswer } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { isModuleOn } from '../module.ts';
import { sourcesInUse } from '../settings/setup.ts';
import { maskedCnj } from './case-view.ts';
import { faultCodes } from './faults.ts';
import { askSources } from './look-up.ts';
import { openRequest } from './open-request.ts';
import { newestCopy } from './source-state.ts';

const firstPauseMs = 5000;
const longestPauseMs = 600_000;
/** Time for one look at the source, in which it is asked a few times. */
const limitMs = 4000;
/** Looking up again costs nothing while the answer is as young. */
const freshMs = 3_600_000;

interface Awaited {
  cnj: string;
  userId: number;
  /** When the person asked, in milliseconds: two questions are two notices. */
  askedAt: number;
  /** Looks at the source so far: each pause is twice as long as the one before. */
  looks: number;
}

const lookLater = (scope: Scope, awaited: Awaited): Promise<void> =>
  scope.jobs.schedule(readLateAnswer, awaited, {
    key: `${awaited.userId}:${awaited.cnj}`,
    at: new Date(Date.now() + Math.min(firstPauseMs * 2 ** awaited.looks, longestPauseMs)),
  });

/** Returns whether a source in use is still working on a request; one that takes longer than a day has given up. */
const isUnderWay = async (scope: Scope, cnj: string): Promise<boolean> => {
  for (const { contribution } of await sourcesInUse(scope))
    if ((await openRequest(scope, cnj, contribution.item.id, null)) !== undefined) return true;
  return false;
};

/** Has the answer that a source still owes read for the person who asks, whether they wait for it or not. */
export const awaitAnswer = async (scope: Scope, cnj: string): Promise<void> => {
  if (scope.user && (await isUnderWay(scope, cnj)))
    await lookLater(scope, { cnj, userId: scope.user.id, askedAt: Date.now(), looks: 0 });
};

const hasAnswer = async (scope: Scope, cnj: string): Promise<boolean> => {
  for (const { contribution } of await sourcesInUse(scope)) {
    const { id, isPublic, gives } = contribution.item;
    const copy = gives.case ? await newestCopy(scope, { cnj, source: id, isPublic }) : undefined;
    if (copy && !copy.isOld && Date.now() - copy.at.getTime() < freshMs) return true;
  }
  return false;
};

/** Shows an answer to the person who looked the case up: in the open dialog, or by a notification that opens it. */
const tell = async (scope: Scope, { cnj, userId, askedAt }: Awaited, error: string | null): Promise<void> => {
  scope.rooms.emit(lookUpRoom, { userId }, 'answered', { cnj, error });
  await scope.find(notifications)?.notify([userId], {
    id: `legal:look-up:${cnj}:${askedAt}`,
    kind: 'legal-process.look-up',
    title: maskedCnj(cnj),
    body: scope.t(error === null ? 'notice.answered' : 'notice.notAnswered'),
    path: `/legal-process?cnj=${cnj}`,
    tag: `legal:look-up:${cnj}`,
    list: 'legal-process.look-up',
  });
};

/**
 * Looks whether a source has answered. It is asked only for what it works on already: nothing new is paid for while
 * nobody waits.
 */
export const readNow = async (scope: Scope, awaited: Awaited): Promise<void> => {
  const { cnj, looks } = awaited;
  let error: string = faultCodes.down;
  if (await isUnderWay(scope, cnj)) {
    const { failure } = await askSources(scope, cnj, { maxAgeMs: freshMs, limitMs, beginsNothing: true });
    if (await isUnderWay(scope, cnj)) return lookLater(scope, { ...awaited, looks: looks + 1 });
    if (failure?.status === 502) error = failure.code;
  }
  await tell(scope, awaited, (await hasAnswer(scope, cnj)) ? null : error);
};

export const lateAnswerJob = (host: Host<typeof manifest>): void => {
  host.job(readLateAnswer, {
    data: z.object({ cnj: z.string(), userId: z.number(), askedAt: z.number(), looks: z.number() }),
    handle: async (awaited, scope) => {
      if (isModuleOn(scope)) await readNow(scope, awaited);
    },
  });
  host.room(lookUpRoom, {
    params: z.object({ userId: z.number().int().positive() }),
    may: ({ userId }, scope) => isModuleOn(scope) && userId === scope.user.id,
  });
};

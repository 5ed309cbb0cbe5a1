import { z, type Host, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { lookUpList, lookUpRoom, readLateAnswer } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { isModuleOn } from '../module.ts';
import { sourcesInUse } from '../settings/setup.ts';
import { maskedCnj } from './case-view.ts';
import { faultCodes } from './faults.ts';
import { askSources, type SourceView } from './look-up.ts';
import { keptHours, openRequest } from './open-request.ts';
import { answeredAt, newestCopy } from './source-state.ts';

const firstPauseMs = 5000;
const longestPauseMs = 600_000;
/** Time for one look at the source, in which it is asked a few times. */
const limitMs = 4000;
/** Nobody is kept waiting for longer, whatever the source does with its request. */
const longestMs = keptHours * 3_600_000;
/** Looking up again costs nothing while the answer is as young. */
const freshMs = 3_600_000;

/** A source that refuses for such a reason refuses for hours: nobody is kept waiting. */
const refusals: readonly string[] = [faultCodes.key, faultCodes.credit, faultCodes.blocked];

interface Awaited {
  cnj: string;
  userId: number;
  /** When the request began that the source works on, in milliseconds: looks at one request are one notice. */
  askedAt: number;
  /** Looks at the source so far: each pause is twice as long as the one before. */
  looks: number;
  /** A super user of another company asked, who gets no notices here. */
  isImpersonated: boolean;
}

const keyOf = ({ userId, cnj }: Pick<Awaited, 'userId' | 'cnj'>): string => `${userId}:${cnj}`;

const lookLater = (scope: Scope, awaited: Awaited): Promise<void> =>
  scope.jobs.schedule(readLateAnswer, awaited, {
    key: keyOf(awaited),
    at: new Date(Date.now() + Math.min(firstPauseMs * 2 ** awaited.looks, longestPauseMs)),
  });

/** Returns a request that a source in use works on; one that takes longer than a day has given up. */
const underWay = async (scope: Scope, cnj: string): Promise<{ source: string; at: Date } | undefined> => {
  for (const { contribution } of await sourcesInUse(scope)) {
    const { id, isPublic } = contribution.item;
    const copy = await newestCopy(scope, { cnj, source: id, isPublic });
    const open = await openRequest(scope, cnj, id, answeredAt(copy));
    if (open) return { source: id, at: open.at };
  }
  return undefined;
};

const refusalOf = (sources: readonly SourceView[], source: string): string | undefined =>
  sources.find(({ id, fault }) => id === source && fault !== null && refusals.includes(fault))?.fault ?? undefined;

/** Ends the wait of the person who asks: they have the answer, or there will be none. */
export const stopAwaiting = async (scope: Scope, cnj: string): Promise<void> => {
  if (scope.user) await scope.jobs.cancel(readLateAnswer, keyOf({ userId: scope.user.id, cnj }));
};

/**
 * Has the answer that a source still owes read for the person who asks, whether they wait for it or not. `sources`: what
 * they say now. Returns whether there is one to wait for.
 */
export const awaitAnswer = async (scope: Scope, cnj: string, sources: readonly SourceView[]): Promise<boolean> => {
  const open = await underWay(scope, cnj);
  if (!scope.user || !open || refusalOf(sources, open.source) !== undefined) {
    await stopAwaiting(scope, cnj);
    return false;
  }
  const { id: userId, impersonating: isImpersonated = false } = scope.user;
  await lookLater(scope, { cnj, userId, askedAt: open.at.getTime(), looks: 0, isImpersonated });
  return true;
};

const hasAnswer = async (scope: Scope, { cnj, askedAt }: Awaited): Promise<boolean> => {
  for (const { contribution } of await sourcesInUse(scope)) {
    const { id, isPublic, gives } = contribution.item;
    const at = gives.case ? answeredAt(await newestCopy(scope, { cnj, source: id, isPublic })) : null;
    if (at && at.getTime() >= askedAt) return true;
  }
  return false;
};

const textOf = (scope: Scope, error: string | null): string => {
  if (error === null) return scope.t('notice.answered');
  return scope.t(refusals.includes(error) ? `errors.${error}` : 'notice.notAnswered');
};

/** Shows an answer to the person who looked the case up: in the open dialog, or by a notification that opens it. */
const tell = async (scope: Scope, awaited: Awaited, error: string | null): Promise<void> => {
  const { cnj, userId, askedAt, isImpersonated } = awaited;
  scope.rooms.emit(lookUpRoom, { userId }, 'answered', { cnj, error });
  if (isImpersonated) return;
  await scope.find(notifications)?.notify([userId], {
    id: `legal:look-up:${cnj}:${askedAt}:${error ?? 'answered'}`,
    kind: 'legal-process.look-up',
    title: maskedCnj(cnj),
    body: textOf(scope, error),
    path: `/legal-process?cnj=${cnj}`,
    tag: `legal:look-up:${cnj}`,
    list: lookUpList(cnj),
  });
};

/**
 * Looks whether a source has answered. It is asked only for what it works on already: nothing new is paid for while
 * nobody waits.
 */
export const readNow = async (scope: Scope, awaited: Awaited): Promise<void> => {
  const { cnj, looks, askedAt } = awaited;
  let error: string = faultCodes.down;
  if (await underWay(scope, cnj)) {
    const { failure, sources } = await askSources(scope, cnj, { maxAgeMs: freshMs, limitMs, beginsNothing: true });
    const open = await underWay(scope, cnj);
    const refusal = open && refusalOf(sources, open.source);
    const isTimeLeft = Date.now() - askedAt < longestMs;
    if (open && refusal === undefined && isTimeLeft) return lookLater(scope, { ...awaited, looks: looks + 1 });
    if (refusal !== undefined) error = refusal;
    else if (failure?.status === 502 && failure.code !== faultCodes.working) error = failure.code;
  }
  await tell(scope, awaited, (await hasAnswer(scope, awaited)) ? null : error);
};

export const lateAnswerJob = (host: Host<typeof manifest>): void => {
  host.job(readLateAnswer, {
    data: z.object({
      cnj: z.string(),
      userId: z.number(),
      askedAt: z.number(),
      looks: z.number(),
      isImpersonated: z.boolean(),
    }),
    handle: async (awaited, scope) => {
      if (isModuleOn(scope)) await readNow(scope, awaited);
    },
  });
  host.room(lookUpRoom, {
    params: z.object({ userId: z.number().int().positive() }),
    may: ({ userId }, scope) => isModuleOn(scope) && userId === scope.user.id,
  });
};

import { useMemo, useState } from 'react';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../../contract.ts';
import { reloadTickets, ticketRead } from '../../data/ticket-cache.ts';
import { acceptedBy } from '../../data/refusals.ts';
import type { ResolveAnswers, TransferTo } from '../../data/useTicketActions.ts';

interface BulkAnswer {
  done: number[];
  failed: { id: number; error: string; context?: Record<string, unknown> }[];
}
/** Small enough that the first response arrives quickly. */
const perCall = 50;

const parts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / perCall) }, (_, index) =>
    list.slice(index * perCall, (index + 1) * perCall),
  );

const place = ({ id, status, userId, queueId }: TicketView) => ({ id, status, userId, queueId });

/**
 * One action on many tickets. Failures are shown with their reason, once per reason, and returned, so that those
 * tickets stay selected; the others are done.
 */
export function useBulkActions() {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const [progress, setProgress] = useState<{ done: number; count: number }>();

  const actions = useMemo(() => {
    const sent = async <T extends number | { id: number }>(
      list: readonly T[],
      body: (part: T[]) => object,
    ): Promise<BulkAnswer> => {
      const answer: BulkAnswer = { done: [], failed: [] };
      const answered = () => answer.done.length + answer.failed.length;
      try {
        for (const part of parts(list)) {
          if (list.length > perCall) setProgress({ done: answered(), count: list.length });
          const { done, failed } = await api.post<BulkAnswer>('/tickets/bulk', body(part));
          answer.done.push(...done);
          answer.failed.push(...failed);
        }
      } catch (error) {
        // While nothing is done, the dialog stays open with what was chosen in it.
        if (answered() === 0 || !(error instanceof ApiError)) throw error;
        const { code, context } = error;
        const rest = list.slice(answered()).map((each) => (typeof each === 'number' ? each : each.id));
        answer.failed.push(...rest.map((id) => ({ id, error: code, context })));
      } finally {
        setProgress(undefined);
        // Live updates report the same; this covers lost ones.
        reloadTickets();
      }
      return answer;
    };
    const showFailures = ({ failed }: BulkAnswer): number[] => {
      const reasons = new Map<string, number>();
      for (const { error, context } of failed) {
        const refusal = new ApiError(409, error, undefined, context);
        const taker = acceptedBy(refusal);
        const reason = taker ? t('action.taken', { user: taker }) : textOf(refusal);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      for (const [reason, count] of reasons) toasts.error(t('bulk.failed', { count, reason }));
      return failed.map(({ id }) => id);
    };
    const idsOf = (tickets: readonly TicketView[]): number[] => tickets.map(({ id }) => id);

    const reopen = async (tickets: readonly ReturnType<typeof place>[]): Promise<number[]> => {
      const answer = await sent(tickets, (part) => ({ action: 'reopen', tickets: part }));
      if (answer.done.length > 0) toasts.success(t('bulk.reopened', { count: answer.done.length }));
      return showFailures(answer);
    };
    return {
      async resolve(tickets: readonly TicketView[], answers: ResolveAnswers): Promise<number[]> {
        const answer = await sent(idsOf(tickets), (ids) => ({ action: 'resolve', ids, ...answers }));
        const back = tickets.filter(({ id }) => answer.done.includes(id)).map(place);
        if (back.length > 0) {
          toasts.undo(
            t('bulk.resolved', { count: back.length }),
            () => void reopen(back).catch((error: unknown) => toasts.error(error)),
          );
        }
        return showFailures(answer);
      },
      async accept(tickets: readonly TicketView[]): Promise<number[]> {
        const waiting = tickets.filter(({ status }) => status === 'pending');
        const answer = await sent(idsOf(waiting), (ids) => ({ action: 'accept', ids }));
        if (answer.done.length > 0) toasts.success(t('bulk.accepted', { count: answer.done.length }));
        return showFailures(answer);
      },
      /** Reopened tickets get the person who undoes it as attendant. */
      reopen: (tickets: readonly TicketView[], userId: number) =>
        reopen(tickets.map(({ id, queueId }) => ({ id, status: 'open', userId, queueId }))),
      async transfer(tickets: readonly TicketView[], to: TransferTo): Promise<number[]> {
        const answer = await sent(idsOf(tickets), (ids) => ({ action: 'transfer', ids, ...to }));
        if (answer.done.length > 0) toasts.success(t('bulk.transferred', { count: answer.done.length }));
        return showFailures(answer);
      },
      unread: async (tickets: readonly TicketView[]): Promise<number[]> =>
        showFailures(await sent(idsOf(tickets), (ids) => ({ action: 'unread', ids }))),
      async read(tickets: readonly TicketView[]): Promise<number[]> {
        const unread = tickets.filter(({ unreadMessages }) => unreadMessages > 0);
        for (const { id } of unread) ticketRead(id);
        return showFailures(await sent(idsOf(unread), (ids) => ({ action: 'read', ids })));
      },
    };
  }, [t, textOf, toasts]);
  return { ...actions, progress };
}

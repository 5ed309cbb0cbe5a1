import { AppError, conflict, invalid, userRoom } from '@balcao/sdk/server';
import { ticketsHandedOver } from '../../contract.ts';
import type { SignedIn } from '../reader.ts';
import { changeTicket } from '../ticket/change-ticket.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { isClosed } from '../ticket/unlisted.ts';
import { readTicket, unreadTicket } from '../ticket/read-ticket.ts';
import type { BulkAnswer, BulkBody } from './bulk-form.ts';

type One = (id: number) => Promise<unknown>;

const assertStillRunning = async (scope: SignedIn, id: number): Promise<void> => {
  const row = await ticketById(scope, id);
  assertMayOpen(scope, row);
  // Closed meanwhile by somebody else: the caller must not count it as its own change, nor undo it.
  if (isClosed(row)) throw conflict('ERR_TICKET_CLOSED');
};

/** Reopened meanwhile: only one's own resolving is undone. */
const assertStillClosed = async (scope: SignedIn, id: number): Promise<void> => {
  const row = await ticketById(scope, id);
  assertMayOpen(scope, row);
  if (!isClosed(row)) throw conflict('ERR_TICKET_CHANGED', { user: row.owner, status: row.status });
};

/** Maps the request to the single change of each ticket, so that every rule of one ticket applies to many. */
const changeOf = (scope: SignedIn, body: BulkBody): { ids: number[]; change: One } => {
  if (body.action === 'resolve') {
    const { ids, action: _, ...answers } = body;
    return {
      ids,
      async change(id) {
        await assertStillRunning(scope, id);
        return changeTicket(scope, id, { status: 'closed', ...answers });
      },
    };
  }
  if (body.action === 'transfer') {
    const { ids, queueId, userId, note } = body;
    if (queueId == null && userId == null) throw invalid({ userId: 'Required' });
    if (queueId == null) throw invalid({ queueId: 'Required' });
    return {
      ids,
      async change(id) {
        await assertStillRunning(scope, id);
        return changeTicket(scope, id, {
          status: userId == null ? 'pending' : 'open',
          queueId,
          userId: userId ?? null,
          note,
        });
      },
    };
  }
  if (body.action === 'accept') {
    return {
      ids: body.ids,
      change: (id) => changeTicket(scope, id, { status: 'open', userId: scope.user.id, from: 'pending' }),
    };
  }
  if (body.action === 'unread') {
    return { ids: body.ids, change: async (id) => unreadTicket(scope, (await ticketById(scope, id)).uuid) };
  }
  if (body.action === 'read') {
    return { ids: body.ids, change: async (id) => readTicket(scope, (await ticketById(scope, id)).uuid) };
  }
  const places = new Map(body.tickets.map(({ id, ...to }) => [id, to]));
  return {
    ids: [...places.keys()],
    async change(id) {
      await assertStillClosed(scope, id);
      return changeTicket(scope, id, { ...places.get(id) });
    },
  };
};

/** Emits one event for all of them instead of one per ticket: nobody reads five hundred notices. */
const emitTransfer = async (scope: SignedIn, body: BulkBody, ticketIds: number[]): Promise<void> => {
  if (body.action !== 'transfer' || !body.notifyUser || body.userId == null || body.userId === scope.user.id) return;
  if (ticketIds.length === 0 || scope.settings.get('notifyNewMessage') !== 'enabled') return;
  const { id, name } = scope.user;
  await scope.emit(ticketsHandedOver, `user:${body.userId}`, { ticketIds, toUserId: body.userId, by: { id, name } });
  scope.rooms.emit(userRoom, { userId: body.userId }, 'tickets-transferred', {
    count: ticketIds.length,
    by: { id, name },
  });
};

/** Applies one change to many tickets; failures are returned with their reasons, and the rest is done. */
export const changeMany = async (scope: SignedIn, body: BulkBody): Promise<BulkAnswer> => {
  const { ids, change } = changeOf(scope, body);
  const answer: BulkAnswer = { done: [], failed: [] };
  for (const id of ids) {
    if (scope.signal.aborted) break;
    try {
      await change(id);
      answer.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) {
        scope.log.error({ err: error, ticketId: id, action: body.action }, 'changing one of many tickets failed');
      }
      const { code, context } = error instanceof AppError ? error : new AppError(500, 'ERR_INTERNAL');
      answer.failed.push({ id, error: code, ...(context ? { context: { ...context } } : {}) });
    }
  }
  await emitTransfer(scope, body, answer.done);
  return answer;
};

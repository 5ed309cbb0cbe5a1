import { sql, type Delivery, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { listNotices, ticketAutomation, type TicketStatus } from '../../contract.ts';
import { aboutTicket, pathOf, tagOf, waitingPeople, type About } from './about.ts';
import { awaitRouting } from './waiting-job.ts';

interface Change {
  ticketId: number;
  action: 'create' | 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer' | 'delete';
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  by?: number | null;
}

/** Log entries that name a queue in which it waited. */
const queueEntries = ['create', 'reopen', 'pending', 'queue', 'redirect', 'transfered'];

/** Returns everybody who may have been told that it waits: the members of all queues in which it ever did. */
const everCalled = async (scope: Scope, ticketId: number): Promise<number[]> => {
  const left = await scope.sql.rows<{ queueId: number | null }>(
    sql`select distinct queue_id as "queueId" from tickets.log where ticket_id = ${ticketId} and type = any(${queueEntries}::text[])`,
  );
  const people: number[] = [];
  for (const { queueId } of left) people.push(...(await waitingPeople(scope, queueId)));
  return people;
};

const endWaiting = async (scope: Scope, { ticketId, action, userId, queueId }: Change): Promise<void> => {
  const people = [...(await waitingPeople(scope, queueId)), ...(await everCalled(scope, ticketId))];
  if (action === 'delete' && userId !== null) people.push(userId);
  await scope.find(notifications)?.withdraw([...new Set(people)], tagOf(ticketId));
};

/** Ends the notices of a conversation that waits elsewhere now, except for the people who are notified there. */
const endElsewhere = async (scope: Scope, { id, queueId }: About): Promise<void> => {
  const called = new Set(await waitingPeople(scope, queueId));
  const left = (await everCalled(scope, id)).filter((person) => !called.has(person));
  await scope.find(notifications)?.withdraw([...new Set(left)], tagOf(id));
};

/** Notifies people of a queue that a conversation waits, or ends their notices. */
export const notifyChanged = async (change: Change, scope: Scope, delivery: Delivery): Promise<void> => {
  if (!scope.find(notifications)) return;
  if (change.status !== 'pending' || change.action === 'delete') return endWaiting(scope, change);
  const about = await aboutTicket(scope, change.ticketId);
  if (about?.status !== 'pending') return;
  if (change.action === 'transfer') await endElsewhere(scope, about);
  const isSettled = about.isRouted || (about.queueId !== null && scope.items(ticketAutomation).length === 0);
  if (isSettled) return notifyWaiting(scope, about, `waiting:${delivery.id}`, change.by);
  await awaitRouting(scope, change.ticketId, `waiting:${delivery.id}`);
};

export const notifyWaiting = async (
  scope: Scope,
  about: About,
  id: string,
  by: number | null | undefined,
): Promise<void> => {
  // A colleague who returns it wants others to accept it, whoever wrote last.
  if (about.isAutomatic || (about.isBegunByCompany && (by ?? null) === null)) return;
  const people = await waitingPeople(scope, about.queueId);
  await scope.find(notifications)?.notify(
    people.filter((person) => person !== by),
    {
      id,
      kind: 'tickets.waiting',
      list: listNotices,
      title: about.contact,
      body: about.queue === null ? scope.t('notice.waiting') : scope.t('notice.waitingIn', { queue: about.queue }),
      preview: about.lastMessage,
      path: pathOf(about),
      tag: tagOf(about.id),
    },
  );
};

/** Notifies a colleague of a transferred conversation. */
export const notifyTransferred = async (
  { ticketId, toUserId, by }: { ticketId: number; toUserId: number; by: { name: string } },
  scope: Scope,
  delivery: Delivery,
): Promise<void> => {
  const about = await aboutTicket(scope, ticketId);
  if (about?.userId !== toUserId) return;
  await scope.find(notifications)?.notify([toUserId], {
    id: `handed-over:${delivery.id}`,
    kind: 'tickets.transfer',
    title: about.contact,
    body: scope.t('notice.transfer', { user: by.name }),
    path: pathOf(about),
    tag: tagOf(ticketId),
  });
};

/** Notifies a colleague of several transferred conversations: one is shown like any other, more by their number. */
export const notifyManyTransferred = async (
  { ticketIds, toUserId, by }: { ticketIds: number[]; toUserId: number; by: { name: string } },
  scope: Scope,
  delivery: Delivery,
): Promise<void> => {
  const [only] = ticketIds;
  if (only !== undefined && ticketIds.length === 1)
    return notifyTransferred({ ticketId: only, toUserId, by }, scope, delivery);
  await scope.find(notifications)?.notify([toUserId], {
    id: `handed-over:${delivery.id}`,
    kind: 'tickets.transfer',
    title: scope.t('notice.many', { count: ticketIds.length }),
    body: scope.t('notice.transferMany', { user: by.name }),
    path: '/tickets',
    tag: `handed-over:${delivery.id}`,
  });
};

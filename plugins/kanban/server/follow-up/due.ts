import { AppError, notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { firstLaneOf, homeBoard, readBoards, type StoredBoard, type StoredLane } from '../board/read-boards.ts';
import { placeCard } from '../card/place-card.ts';
import { hourMs } from './arm.ts';
import { isActive } from './cycles.ts';
import { flows } from '@balcao/flows/contract';
import { allowedFrom } from './hours.ts';
import { publishFollowUp } from './publish-follow-up.ts';
import { awaitReminder } from './reminder.ts';

/** Overdue by more, because the plugin was off or the system stood still, it is scheduled anew instead of sent. */
const tooLateMs = 24 * hourMs;
/** Follow-up messages of one conversation in 72 hours. */
const maxMessages = 3;
const batch = 100;

export interface Due {
  ticketId: number;
  boardId: number;
  laneId: string;
  baseMessageId: number;
  attempt: number;
  step: 1 | 2;
  dueAt: Date;
}

type Outcome = 'ended' | 'later' | 'sent' | 'acted' | 'window';

const put = (scope: Scope, { ticketId }: Due, set: { state: string; dueAt: Date | null; step?: number }) =>
  scope.sql.run(sql`update kanban.follow_up set state = ${set.state}, due_at = ${set.dueAt}::timestamptz,
    step = ${set.step ?? sql`step`}, sent_at = ${set.step === 2 ? sql`clock_timestamp()` : sql`sent_at`} where ticket_id = ${ticketId}`);

/** The place of a conversation without a card. */
const placeWithoutCard = async (scope: Scope, ticketId: number, all: readonly StoredBoard[]) => {
  const ticket = await scope.sql.one<{ queueId: number | null }>(
    sql`select t.queue_id as "queueId" from tickets.public_ticket t where t.id = ${ticketId}`,
  );
  const home = homeBoard(all, ticket?.queueId ?? null);
  return { boardId: home.id, laneId: firstLaneOf(home).id };
};

/** Locks the card and then its follow-up, if it is still the one that was found; another node has a locked one. */
const claim = async (scope: Scope, found: Due, all: readonly StoredBoard[]): Promise<Due | undefined> => {
  const { ticketId } = found;
  const card = await scope.sql.one<{ laneId: string; boardId: number }>(
    sql`select lane_id as "laneId", board_id as "boardId" from kanban.card where ticket_id = ${ticketId} for update skip locked`,
  );
  const hasCard = card ?? (await scope.sql.one(sql`select 1 from kanban.card where ticket_id = ${ticketId}`));
  if (hasCard && !card) return undefined;
  const due = await scope.sql.one<Due>(sql`
    select ticket_id as "ticketId", board_id as "boardId", lane_id as "laneId", base_message_id::float8 as "baseMessageId",
           attempt, step, due_at as "dueAt"
      from kanban.follow_up where ticket_id = ${ticketId} and due_at <= clock_timestamp() for update skip locked`);
  if (!due) return undefined;
  // Storing a message locks the conversation too: an answer is either visible below, or comes after the follow-up.
  if (!(await scope.use(tickets).lock(ticketId))) return undefined;
  const place = card ?? (await placeWithoutCard(scope, ticketId, all));
  if (place.laneId !== due.laneId || place.boardId !== due.boardId) {
    await put(scope, due, { state: 'ended', dueAt: null });
    return undefined;
  }
  return due;
};

/**
 * True if a person or the customer wrote after the wait began. The conversation is locked. Of two messages stored at
 * the same moment the later one may have the smaller id: the customer's is recognised by the time of waiting too.
 */
const isAnswered = async (scope: Scope, { ticketId, baseMessageId }: Due): Promise<boolean> => {
  const later = await scope.sql.one(sql`
    select 1 from tickets.public_ticket t join kanban.follow_up f on f.company_id = t.company_id and f.ticket_id = t.id
     where t.id = ${ticketId} and t.waiting_since > f.began_at
    union all
    select 1 from tickets.public_message m where m.ticket_id = ${ticketId} and m.id > ${baseMessageId} and not m.only_internal
       and not m.is_imported and (not m.from_me or m.user_id is not null) limit 1`);
  return later !== undefined;
};

const sentLately = (scope: Scope, ticketId: number) =>
  scope.sql.rows<{ at: Date }>(sql`select sent_at as at from kanban.follow_up_message
    where ticket_id = ${ticketId} and sent_at > now() - interval '72 hours' order by sent_at`);

const remind = async (scope: Scope, due: Due, { followUpConfig: config }: StoredLane): Promise<Outcome> => {
  if (!config) return 'ended';
  const earlier = await sentLately(scope, due.ticketId);
  if (earlier.length >= maxMessages) {
    const free = (earlier.at(-maxMessages)?.at.getTime() ?? Date.now()) + 72 * hourMs;
    await put(scope, due, { state: 'waiting', dueAt: new Date(free) });
    return 'later';
  }
  const clientId = `followup:${due.ticketId}:${due.baseMessageId}:${due.attempt}:${due.step}`;
  const { id } = await scope.use(tickets).send(due.ticketId, { body: config.message, clientId, by: null });
  await scope.sql.run(sql`update kanban.follow_up set message_id = ${id} where ticket_id = ${due.ticketId}`);
  await scope.sql.run(sql`insert into kanban.follow_up_message (ticket_id) values (${due.ticketId})`);
  const acts = config.intervalDelay > 0;
  await put(scope, due, {
    state: acts ? 'waiting' : 'done',
    dueAt: acts ? new Date(Date.now() + config.intervalDelay * hourMs) : null,
    step: 2,
  });
  await scope.use(tickets).log(due.ticketId, { type: 'kanban.reminded', by: null });
  return 'sent';
};

const act = async (
  scope: Scope,
  due: Due,
  all: readonly StoredBoard[],
  board: StoredBoard,
  lane: StoredLane,
): Promise<Outcome> => {
  const { followUpConfig: config } = lane;
  if (!config) return 'ended';
  await scope.sql.run(sql`update kanban.follow_up set due_at = null, state = 'done' where ticket_id = ${due.ticketId}`);
  if (config.action === 'close') {
    await scope.use(tickets).close(due.ticketId);
  } else if (config.action === 'move' && config.targetLane !== null) {
    const laneId = config.targetLane;
    await placeCard(scope, { ticketId: due.ticketId, board, all, laneId, isAutomatic: true });
  } else if (config.action === 'flow' && config.flowId !== null) {
    const service = scope.find(flows);
    if (!service) throw notFound('ERR_NO_FLOW_FOUND');
    await service.start(due.ticketId, config.flowId, { startedBy: `kanban:${board.id}/${lane.id}` });
  }
  await scope.use(tickets).log(due.ticketId, {
    type: 'kanban.followed-up',
    data: { action: config.action, lane: board.lanes.find(({ id }) => id === config.targetLane)?.title ?? '' },
    by: null,
  });
  return 'acted';
};

/** Locks the lane that the action moves to, before the card: the order in which people's moves lock them. */
const lockTarget = async (scope: Scope, found: Due, board: StoredBoard | undefined): Promise<void> => {
  const config = board?.lanes.find(({ id }) => id === found.laneId)?.followUpConfig;
  if (found.step !== 2 || config?.action !== 'move' || config.targetLane === null) return;
  await scope.sql.run(
    sql`select 1 from kanban.lane where board_id = ${found.boardId} and id = ${config.targetLane} for no key update`,
  );
};

const perform = async (scope: Scope, found: Due): Promise<Outcome | undefined> => {
  const all = await readBoards(scope);
  const board = all.find(({ id }) => id === found.boardId);
  await lockTarget(scope, found, board);
  const due = await claim(scope, found, all);
  if (!due) return undefined;
  const lane = board?.lanes.find(({ id }) => id === due.laneId);
  const ticket = await scope.sql.one<{ isRunning: boolean }>(
    sql`select t.status in ('open', 'pending') and t.automatic_by is null as "isRunning" from tickets.public_ticket t where t.id = ${due.ticketId}`,
  );
  if (!board?.followUp || !lane || !isActive(lane) || !ticket?.isRunning || (await isAnswered(scope, due))) {
    await put(scope, due, { state: 'ended', dueAt: null });
    return 'ended';
  }
  const hours = due.step === 1 ? lane.followUpConfig?.initialDelay : lane.followUpConfig?.intervalDelay;
  const now = new Date();
  if (now.getTime() - due.dueAt.getTime() > tooLateMs) {
    await put(scope, due, { state: 'waiting', dueAt: new Date(now.getTime() + (hours ?? 1) * hourMs) });
    return 'later';
  }
  if (due.step === 2) {
    const held = await awaitReminder(scope, due.ticketId, hours ?? 0);
    if (held) return held;
  }
  const speaks = due.step === 1 || lane.followUpConfig?.action !== 'move';
  const from = speaks ? await allowedFrom(scope, now) : now;
  if (from > now) {
    await put(scope, due, { state: 'waiting', dueAt: from });
    return 'later';
  }
  return due.step === 1 ? remind(scope, due, lane) : act(scope, due, all, board, lane);
};

/**
 * Ends the wait of a conversation that refused its step, so that it is not tried again: the reply window is closed, or
 * the flow or the lane of the action exists no longer. The conversation itself stays as it is, and its log says so.
 */
const refuse = (scope: Scope, found: Due, code: string): Promise<Outcome> =>
  scope.tx(async (inner) => {
    const state = code === 'ERR_WINDOW_CLOSED' ? 'window' : 'ended';
    const changed = await inner.sql.run(sql`
      update kanban.follow_up set due_at = null, state = ${state}
       where ticket_id = ${found.ticketId} and attempt = ${found.attempt} and step = ${found.step} and due_at is not null`);
    if (changed > 0 && code !== 'ERR_TICKET_CLOSED')
      await inner
        .use(tickets)
        .log(found.ticketId, { type: 'kanban.refused', data: { code, step: found.step }, by: null });
    return state;
  });

/** Performs one follow-up that is due, in a transaction of its own: either everything of it happens, or nothing. */
export const performDue = async (scope: Scope, found: Due): Promise<Outcome | undefined> => {
  try {
    const outcome = await scope.tx((inner) => perform(inner, found));
    if (outcome !== undefined) await publishFollowUp(scope, found.ticketId);
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const outcome = await refuse(scope, found, error.code);
    await publishFollowUp(scope, found.ticketId);
    return outcome;
  }
};

const isDue = sql`due_at <= now()`;

/** Selects the companies in which a follow-up is due. */
export const followUpsDue = sql`select company_id from kanban.follow_up where ${isDue}`;

/** Performs everything that is due. Several nodes may do so at once: each takes what no other has locked. */
export const performAllDue = async (scope: Scope): Promise<void> => {
  for (let after = 0; ;) {
    const found = await scope.sql.rows<Due>(sql`
      select ticket_id as "ticketId", board_id as "boardId", lane_id as "laneId", base_message_id::float8 as "baseMessageId",
             attempt, step, due_at as "dueAt"
        from kanban.follow_up where ${isDue} and ticket_id > ${after} order by ticket_id limit ${batch}`);
    for (const due of found) {
      scope.signal.throwIfAborted();
      try {
        await performDue(scope, due);
      } catch (error) {
        // One conversation that fails must not stop the others; it stays due and is tried again in a minute.
        scope.log.warn({ err: error, ticketId: due.ticketId }, 'a follow-up failed');
      }
    }
    const last = found.at(-1);
    if (!last || found.length < batch) return;
    after = last.ticketId;
  }
};

import { AppError, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { ticketListRoom, ticketMessagesRoom, ticketRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { notifyChannelPresence } from '../channel/notify-channel.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import { mayOpen, ticketByUuid, type TicketRow } from '../ticket/find-ticket.ts';
import { listAlias, messagesAlias, ticketAlias, typingSent, unreadAlias } from './aliases.ts';
import type { ListRoom } from './publish-ticket.ts';
import { hasLeft, isViewing } from './viewers.ts';

const id = z.number().int().min(0).max(2_147_483_647);
const listParams = z.union([
  z.strictObject({ queueId: id }),
  z.strictObject({ userId: id }),
  z.strictObject({ all: z.literal(true) }),
]) as z.ZodType<ListRoom>;

const mayHear = async (params: ListRoom, scope: SignedIn): Promise<boolean> => {
  const reader = readerOf(scope);
  if (params.all) return reader.seesAll;
  if (params.userId !== undefined) return params.userId === reader.id || reader.seesAll;
  if (params.queueId === 0 || reader.anyQueue) return true;
  const member = await scope.sql.one(
    sql`select 1 from queues.public_member where queue_id = ${params.queueId ?? 0} and user_id = ${reader.id}`,
  );
  return member !== undefined;
};

const typing = z.object({ state: z.enum(['composing', 'recording', 'paused']) });

/** Rights may have changed since the room was joined. */
const stillOpen = async (scope: Scope, uuid: string): Promise<{ row: TicketRow; reader: SignedIn }> => {
  if (!scope.user) throw new AppError(403, 'ERR_NO_PERMISSION');
  const reader = scope as SignedIn;
  const row = await ticketByUuid(scope, uuid);
  if (!mayOpen(reader, row) && !scope.can('tickets-manager:viewchats')) throw new AppError(403, 'ERR_NO_PERMISSION');
  return { row, reader };
};

export const rooms = (host: Host<typeof manifest>): void => {
  host.room(ticketListRoom, { params: listParams, may: mayHear, transient: ['presence'], aliases: [listAlias] });
  host.room(ticketMessagesRoom, {
    params: listParams,
    may: mayHear,
    carries: ticketRoom,
    aliases: [messagesAlias, unreadAlias],
  });

  host.room(ticketRoom, {
    params: z.object({ uuid: z.uuid() }),
    may: async ({ uuid }, scope) => {
      const { row } = await stillOpen(scope, uuid);
      await isViewing(scope, uuid, row.id);
      return true;
    },
    // That it was read changes the number on its row, which the lists are told.
    transient: ['typing', 'presence', 'viewers', 'updateUnread'],
    aliases: [ticketAlias],
    acceptsAs: { sendPresence: typingSent },
    accepts: {
      async typing(data, { uuid }, scope) {
        const { state } = typing.parse(data);
        const { row, reader } = await stillOpen(scope, uuid);
        scope.rooms.emit(ticketRoom, { uuid }, 'typing', {
          user: { id: reader.user.id, name: reader.user.name },
          state,
        });
        // Who only looks in does not write to the customer.
        if (row.userId === reader.user.id) await notifyChannelPresence(scope, row.id, state);
      },
      async viewing(_data, { uuid }, scope) {
        const { row } = await stillOpen(scope, uuid);
        await isViewing(scope, uuid, row.id);
      },
      async left(_data, { uuid }, scope) {
        const row = await ticketByUuid(scope, uuid);
        await hasLeft(scope, uuid, row.id);
      },
    },
  });
};

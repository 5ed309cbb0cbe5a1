import { companyAlias, z, type Host, type RoomAlias, type Scope } from '@balcao/sdk/server';
import { chatRoom, chatsOfPersonRoom, chatsRoom, chatStreamRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { requireChat } from './chat-rows.ts';

const id = z.number().int().positive().max(2_147_483_647);
const maySee = async ({ chatId }: { chatId: number }, scope: Scope): Promise<boolean> =>
  (await requireChat(scope, chatId).catch(() => undefined)) !== undefined;

/** Clients of the specification join with the chat's number beside the name, or inside it. */
const chosen = (sent: unknown): { chatId: number }[] => {
  const value = typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)['chatId'] : sent;
  const parsed = id.safeParse(Number(value));
  return parsed.success ? [{ chatId: parsed.data }] : [];
};
const chatAlias = (name: string, eventOf: (chatId: number, scope: Scope) => string): RoomAlias<{ chatId: number }> => ({
  names: [name],
  rooms: chosen,
  translate: ({ params, event, data }, scope) => [
    { event: eventOf(params.chatId, scope), data: { action: event, ...(data as object) } },
  ],
});

export const chatRooms = (host: Host<typeof manifest>): void => {
  host.room(chatsOfPersonRoom, {
    params: z.object({ userId: id }),
    may: ({ userId }, scope) => userId === scope.user.id,
    aliases: [
      {
        names: ['company-{companyId}-chatai-user-{userId}'],
        rooms: (_sent, scope) => [{ userId: scope.user.id }],
        translate: ({ params, event, data }, scope) => [
          {
            event: `company-${scope.company.id}-chatai-user-${params.userId}`,
            data: { action: event, ...(data as object) },
          },
        ],
      },
    ],
  });
  host.room(chatsRoom, {
    params: z.object({}),
    may: () => true,
    aliases: [companyAlias('chatai', ({ event, data }) => ({ action: event, ...(data as object) }))],
  });
  host.room(chatRoom, {
    params: z.object({ chatId: id }),
    may: maySee,
    aliases: [
      chatAlias('company-{companyId}-chatai-chat', (chatId, scope) => `company-${scope.company.id}-chatai-${chatId}`),
    ],
  });
  host.room(chatStreamRoom, {
    params: z.object({ chatId: id }),
    may: maySee,
    aliases: [chatAlias('chatai-stream', (chatId) => `chatai-stream-${chatId}`)],
  });
};

import { z } from '@balcao/sdk/server';

const id = z.number().int();
const time = z.string();

export const rowOutput = z.object({
  id,
  uuid: z.string(),
  status: z.enum(['open', 'pending', 'closed']),
  channel: z.string(),
  unreadMessages: z.number(),
  lastMessage: z.string(),
  lastMessageType: z.string(),
  updatedAt: time,
  waitingSince: time.nullable(),
  isGroup: z.boolean(),
  queueId: id.nullable(),
  userId: id.nullable(),
  queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
  chatbot: z.boolean(),
  contact: z.object({ name: z.string(), profilePicUrl: z.string().nullable() }),
  whatsapp: z.object({ name: z.string() }),
});

export const panelOutput = z.object({
  seesAll: z.boolean(),
  people: z.array(
    z.object({
      id,
      name: z.string(),
      profile: z.enum(['admin', 'gestor', 'user']),
      super: z.boolean(),
      companyId: id,
      profilePicUrl: z.string().nullable(),
      isVirtual: z.boolean(),
      queueIds: z.array(id),
      online: z.boolean(),
      firstOnline: time.nullable(),
      lastOnline: time.nullable(),
    }),
  ),
  desks: z.array(
    z.object({
      userId: id.nullable(),
      total: z.number(),
      waiting: z.number(),
      unread: z.number(),
      oldestWaitAt: time.nullable(),
      tickets: z.array(rowOutput),
      others: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    }),
  ),
});

import { z } from '@balcao/sdk/server';

const id = z.number().int();

export const ticketOutput = z.object({
  id,
  uuid: z.string(),
  status: z.enum(['pending', 'open', 'closed']),
  channel: z.string(),
  unreadMessages: z.number(),
  lastMessage: z.string(),
  lastMessageAck: z.number().nullable(),
  lastMessageType: z.string(),
  updatedAt: z.string(),
  createdAt: z.string(),
  waitingSince: z.string().nullable(),
  unsentMessages: z.number(),
  isGroup: z.boolean(),
  queueId: id.nullable(),
  userId: id.nullable(),
  whatsappId: id,
  contactId: id,
  contact: z.object({
    id,
    name: z.string(),
    number: z.string(),
    profilePicUrl: z.string().nullable(),
    email: z.string(),
  }),
  queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  whatsapp: z.object({ id, name: z.string(), status: z.string() }),
  isAutomaticService: z.boolean(),
  chatbot: z.boolean(),
  flow: z.object({ title: z.string() }).nullable(),
  summary: z.string().nullable(),
  tags: z.array(z.object({ id, name: z.string(), color: z.string() })),
  window: z
    .object({
      hours: z.number(),
      closesAt: z.string().nullable(),
      personHours: z.number().optional(),
      personClosesAt: z.string().nullish(),
      isAfterPublic: z.literal(true).optional(),
    })
    .nullish(),
  extra: z.record(z.string(), z.unknown()),
});

import { z } from '@balcao/sdk/server';

const mediaType = z.enum(['image', 'audio', 'video', 'document', 'sticker']).nullable();

export const messageOutput = z.object({
  id: z.number(),
  ticketId: z.number(),
  body: z.string(),
  fromMe: z.boolean(),
  ack: z.number(),
  failure: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  mediaType,
  mediaName: z.string().nullable(),
  mediaSize: z.number().nullable(),
  mediaMime: z.string().nullable(),
  quotedMsg: z.object({ id: z.number(), body: z.string(), fromMe: z.boolean(), mediaType }).nullable(),
  isDeleted: z.boolean(),
  onlyInternal: z.boolean(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  clientId: z.string().nullable(),
  participant: z.string().nullish(),
  createdAt: z.string(),
});

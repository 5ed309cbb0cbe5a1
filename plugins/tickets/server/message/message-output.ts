import { z } from '@balcao/sdk/server';

const mediaType = z.enum(['image', 'audio', 'video', 'document', 'sticker']).nullable();

const contextOutput = z.object({
  kind: z.enum(['story', 'story-mention', 'post', 'reel', 'ad', 'comment']),
  id: z.string().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  isPublic: z.literal(true).optional(),
});
const referralOutput = z.object({
  source: z.string().optional(),
  ref: z.string().optional(),
  adId: z.string().optional(),
  title: z.string().optional(),
  text: z.string().optional(),
  url: z.string().optional(),
  clickId: z.string().optional(),
});

export const messageOutput = z.object({
  id: z.number(),
  ticketId: z.number(),
  subject: z.string().nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  ack: z.number(),
  failure: z.string().nullable(),
  failureReason: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  mediaType,
  mediaName: z.string().nullable(),
  mediaSize: z.number().nullable(),
  mediaMime: z.string().nullable(),
  files: z.array(
    z.object({ url: z.string(), type: mediaType.unwrap(), name: z.string(), size: z.number(), mime: z.string() }),
  ),
  quotedMsg: z
    .object({
      id: z.number(),
      body: z.string(),
      fromMe: z.boolean(),
      mediaType,
      user: z.object({ id: z.number(), name: z.string() }).nullish(),
      participant: z.string().nullish(),
    })
    .nullable(),
  dataJson: z
    .union([
      z.object({
        kind: z.literal('location'),
        latitude: z.number(),
        longitude: z.number(),
        name: z.string().optional(),
        address: z.string().optional(),
      }),
      z.object({
        kind: z.literal('contacts'),
        contacts: z.array(z.object({ name: z.string(), numbers: z.array(z.string()) })),
      }),
      z.looseObject({ kind: z.templateLiteral([z.string(), '.', z.string()]) }),
    ])
    .nullable(),
  context: contextOutput.nullish(),
  referral: referralOutput.nullish(),
  messageReact: z.array(z.object({ emoji: z.string(), fromMe: z.boolean(), name: z.string().nullable() })),
  isDeleted: z.boolean(),
  editedAt: z.string().nullable(),
  onlyInternal: z.boolean(),
  isForwarded: z.boolean(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  clientId: z.string().nullable(),
  participant: z.string().nullish(),
  createdAt: z.string(),
  timestamp: z.number(),
  queueId: z.number().nullable(),
  contact: z.object({ id: z.number(), name: z.string(), profilePicUrl: z.string().nullable() }).nullable(),
  summary: z.string().nullable(),
});

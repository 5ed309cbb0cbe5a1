import { z } from '@balcao/sdk/server';

const id = z.coerce.number().int().positive().max(2_147_483_647);
/** Forms send everything as text, and nothing as ''. */
const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]).nullish();

export const sendBody = z.object({
  number: z.coerce.string('Required').trim().min(1, 'Required').max(40, 'Too Long!').describe('route.field.number'),
  body: z.string().max(65_536, 'Too Long!').default('').describe('route.field.body'),
  name: z.string().max(100, 'Too Long!').optional().describe('route.field.name'),
  queueId: optional(id).describe('route.field.queueId'),
  userId: optional(id).describe('route.field.userId'),
  quotedId: optional(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).describe('route.field.quotedId'),
  closeTicket: optional(z.union([z.boolean(), z.stringbool()])).describe('route.field.closeTicket'),
  bulk: optional(z.union([z.boolean(), z.stringbool()])).describe('route.field.bulk'),
});
export type SendBody = z.output<typeof sendBody>;

const status = z.enum(['queued', 'sent', 'delivered', 'read', 'failed']);
export type MessageStatus = z.output<typeof status>;

export const sendOutput = z.object({
  id: z.number().describe('route.field.id'),
  status,
  messages: z.array(z.object({ id: z.number(), status })),
  ticketId: z.number(),
  ticketUuid: z.string(),
  contactId: z.number(),
});
export type SendAnswer = z.output<typeof sendOutput>;

export const statusOutput = z.object({
  id: z.number(),
  ticketId: z.number(),
  status,
  failure: z.string().nullable().describe('route.field.failure'),
  createdAt: z.string(),
});

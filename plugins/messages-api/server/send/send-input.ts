import { z } from '@balcao/sdk/server';

const id = z.coerce.number().int().positive().max(2_147_483_647);
/** Forms send everything as text, and nothing as ''. */
const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]).nullish();

export const sendBody = z.object({
  number: z.coerce
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(40, 'Too Long!')
    .describe('Whom to write to: country code, area and number, `5511987654321`. Everything but digits is left out.'),
  body: z.string().max(65_536, 'Too Long!').default('').describe('What is said; with files, the first one’s caption.'),
  name: z.string().max(100, 'Too Long!').optional().describe('Name of a contact who is not known yet.'),
  queueId: optional(id).describe('Department, while nobody has the conversation.'),
  userId: optional(id).describe('Who gets the conversation, while nobody has it.'),
  quotedId: optional(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).describe(
    'Message of the same conversation that is answered.',
  ),
  closeTicket: optional(z.union([z.boolean(), z.stringbool()])).describe('Closes the conversation after it.'),
});
export type SendBody = z.output<typeof sendBody>;

const status = z.enum(['queued', 'sent', 'delivered', 'read', 'failed']);
export type MessageStatus = z.output<typeof status>;

export const sendOutput = z.object({
  id: z.number().describe('The message, the first one of several files.'),
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
  failure: z.string().nullable().describe('Why it failed: refused, window, invalid-contact, disconnected, unknown.'),
  createdAt: z.string(),
});

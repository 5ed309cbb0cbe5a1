import { z } from '@balcao/sdk/server';

const id = z.coerce.number().int().positive().max(2_147_483_647);
/** Forms send everything as text, and empty fields as ''. */
const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]).nullish();

/** Forms send it as JSON. */
const template = z.preprocess(
  (given) => {
    if (typeof given !== 'string' || given === '') return given;
    try {
      return JSON.parse(given) as unknown;
    } catch {
      return given;
    }
  },
  optional(
    z.object({
      name: z.string().min(1, 'Required').max(512, 'Too Long!').describe('route.field.templateName'),
      language: z.string().min(1, 'Required').max(20, 'Too Long!').describe('route.field.templateLanguage'),
      variables: z
        .record(z.string().max(80), z.string().max(1024, 'Too Long!'))
        .default({})
        .describe('route.field.templateVariables'),
    }),
  ),
);

export const sendBody = z.object({
  number: z.coerce.string('Required').trim().min(1, 'Required').max(40, 'Too Long!').describe('route.field.number'),
  body: z.string().max(65_536, 'Too Long!').default('').describe('route.field.body'),
  name: z.string().max(100, 'Too Long!').optional().describe('route.field.name'),
  queueId: optional(id).describe('route.field.queueId'),
  userId: optional(id).describe('route.field.userId'),
  quotedId: optional(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).describe('route.field.quotedId'),
  closeTicket: optional(z.union([z.boolean(), z.stringbool()])).describe('route.field.closeTicket'),
  template: template.describe('route.field.template'),
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

const maxVariables = 50;
export const flowBody = z.object({
  number: sendBody.shape.number,
  name: sendBody.shape.name,
  flowId: z.coerce.number('Required').int().positive().max(2_147_483_647).describe('route.field.flowId'),
  notify: z.enum(['automatic', 'await']).default('automatic').describe('route.field.notify'),
  variables: z
    .record(z.string().max(60), z.union([z.string().max(4000, 'Too Long!'), z.number(), z.boolean()]))
    .refine((given) => Object.keys(given).length <= maxVariables, 'Too Long!')
    .default({})
    .describe('route.field.flowVariables'),
});
export type FlowBody = z.output<typeof flowBody>;

export const flowOutput = z.object({
  sessionId: z.number().describe('route.field.sessionId'),
  ticketId: z.number(),
  ticketUuid: z.string(),
  contactId: z.number(),
});
export type FlowAnswer = z.output<typeof flowOutput>;

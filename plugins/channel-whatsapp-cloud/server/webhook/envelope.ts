import { z } from '@balcao/sdk/server';

/** Removes characters that PostgreSQL cannot store. */
const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const maybe = text.optional().catch(undefined);

/** Meta adds fields and kinds at any time: unused ones are ignored, and nothing unknown is refused. */
const contact = z.object({
  profile: z.object({ name: maybe, username: maybe }).optional().catch(undefined),
  wa_id: maybe,
  user_id: maybe,
});
export const message = z.looseObject({
  id: z.string().min(1).max(300),
  from: maybe,
  from_user_id: maybe,
  to: maybe,
  to_user_id: maybe,
  timestamp: z.coerce.string().catch(''),
  type: z.string().catch(''),
  context: z
    .object({ id: maybe, forwarded: z.unknown(), frequently_forwarded: z.unknown() })
    .partial()
    .optional()
    .catch(undefined),
  referral: z
    .object({
      source_type: maybe,
      source_id: maybe,
      source_url: maybe,
      headline: maybe,
      body: maybe,
      ctwa_clid: maybe,
    })
    .optional()
    .catch(undefined),
});
const status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ code: z.coerce.number().catch(0) }))
    .optional()
    .catch(undefined),
});
const templateChange = z.object({
  event: z.string(),
  message_template_id: z.coerce.string().optional().catch(undefined),
  message_template_name: text,
  message_template_language: text,
  reason: maybe,
});

/** Values of `user_preferences`: each person's choice about marketing messages. */
const preferenceChange = z.object({
  user_preferences: z
    .array(z.unknown())
    .catch([])
    .transform((rows) => rows.flatMap((row) => preference.safeParse(row).data ?? [])),
});
const preference = z.object({
  wa_id: z.coerce.string().transform((number) => number.replace(/\D/g, '')),
  category: z.string().catch(''),
  value: z.enum(['stop', 'resume']),
  timestamp: z.coerce.string().catch(''),
});
/** Values of `business_capability_update`; -1: no limit. */
const capabilityChange = z.object({
  max_daily_conversations_per_business: z.coerce.string().optional().catch(undefined),
  max_daily_conversation_per_phone: z.coerce.number().optional().catch(undefined),
});

/** Rows without an id cannot be stored; the rest of the call counts all the same. */
const rowsOf = <S extends z.ZodType>(schema: S) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((row) => {
        const read = schema.safeParse(row);
        return read.success ? [read.data] : [];
      }),
    );

const change = z.object({
  field: z.string(),
  value: z.looseObject({
    metadata: z.object({ phone_number_id: z.coerce.string() }).optional().catch(undefined),
    contacts: rowsOf(contact),
    messages: rowsOf(message),
    message_echoes: rowsOf(message),
    statuses: rowsOf(status),
    errors: rowsOf(z.object({ code: z.coerce.number() })),
  }),
});
export const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: rowsOf(z.object({ id: z.coerce.string().catch(''), changes: rowsOf(change) })),
});

export type WireMessage = z.output<typeof message>;
export type WireContact = z.output<typeof contact>;
export type WireStatus = z.output<typeof status>;
export type WireChange = z.output<typeof change>;
export { capabilityChange, preferenceChange, templateChange };

import { z } from '@balcao/sdk/server';

/** Removes characters that PostgreSQL cannot store. */
const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const maybe = text.optional().catch(undefined);
const id = z.coerce.string().min(1).max(300);
const maybeId = id.optional().catch(undefined);
/** Milliseconds since 1970: sometimes a string. */
const moment = z.coerce.number().optional().catch(undefined);

const party = z.object({ id }).optional().catch(undefined);

/** Rows of a form that is not known are left out; the rest of the call counts all the same. */
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

const referral = z
  .object({
    ref: maybe,
    source: maybe,
    type: maybe,
    ad_id: maybeId,
    referer_uri: maybe,
    product: z.object({ id: maybeId }).optional().catch(undefined),
    ads_context_data: z
      .object({ ad_title: maybe, photo_url: maybe, video_url: maybe, post_id: maybeId, product_id: maybeId })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);

const attachment = z.object({
  type: z.string().catch(''),
  title: maybe,
  url: maybe,
  payload: z
    .looseObject({
      url: maybe,
      title: maybe,
      sticker_id: maybeId,
      id: maybeId,
      reel_video_id: maybeId,
      ig_post_media_id: maybeId,
      coordinates: z.object({ lat: z.number(), long: z.number() }).optional().catch(undefined),
      elements: rowsOf(z.object({ title: maybe, subtitle: maybe })),
    })
    .optional()
    .catch(undefined),
});

const story = z.object({ id: maybeId, url: maybe }).optional().catch(undefined);
const message = z.object({
  mid: id,
  text: maybe,
  is_echo: z.boolean().catch(false),
  is_deleted: z.boolean().catch(false),
  is_unsupported: z.boolean().catch(false),
  app_id: maybeId,
  metadata: maybe,
  quick_reply: z.object({ payload: text }).optional().catch(undefined),
  reply_to: z.object({ mid: maybeId, story }).optional().catch(undefined),
  attachments: rowsOf(attachment),
  referral,
});

const event = z.object({
  sender: party,
  recipient: party,
  timestamp: moment,
  message: message.optional().catch(undefined),
  message_edit: z.object({ mid: id, text }).optional().catch(undefined),
  reaction: z.object({ mid: id, action: maybe, reaction: maybe, emoji: maybe }).optional().catch(undefined),
  delivery: z
    .object({ mids: z.array(id).catch([]), watermark: moment })
    .optional()
    .catch(undefined),
  read: z.object({ mid: maybeId, watermark: moment }).optional().catch(undefined),
  postback: z.object({ mid: maybeId, title: maybe, payload: maybe, referral }).optional().catch(undefined),
  referral,
  pass_thread_control: z.object({ new_owner_app_id: maybeId }).optional().catch(undefined),
  take_thread_control: z.object({}).optional().catch(undefined),
});

const change = z.object({ field: z.string(), value: z.unknown() });

export const entry = z.object({
  id: z.coerce.string().catch(''),
  messaging: rowsOf(event),
  standby: rowsOf(event),
  time: moment,
  // Comments; the test button of the app’s dashboard calls in this form too, with invented ids.
  changes: rowsOf(change),
});
/** Meta adds fields and kinds at any time: unused ones are ignored, and nothing unknown is refused. */
export const envelope = z.object({ object: z.enum(['page', 'instagram']), entry: rowsOf(entry) });

export type WireEntry = z.output<typeof entry>;
export type WireChange = z.output<typeof change>;
export type WireEvent = z.output<typeof event>;
export type WireMessage = z.output<typeof message>;
export type WireAttachment = z.output<typeof attachment>;
export type WireReferral = z.output<typeof referral>;

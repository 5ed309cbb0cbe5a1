import { z } from '@balcao/sdk/server';
import type { MessageData } from '@balcao/connections/contract';

export const params = z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) });
export const number = z
  .string('Required')
  .max(40)
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().min(8, 'Preencher num. válido').max(20, 'Num. muito longo!'));
const place = z.object({
  kind: z.literal('location'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: z.string().max(200).optional(),
  address: z.string().max(500).optional(),
});
const cards = z.object({
  kind: z.literal('contacts'),
  contacts: z
    .array(z.object({ name: z.string().max(200), numbers: z.array(z.string().max(50)).max(10) }))
    .min(1)
    .max(50),
});
const messageData = z.discriminatedUnion('kind', [place, cards]) as z.ZodType<MessageData>;
export const writing = z.object({
  from: number,
  name: z.string().trim().max(200).default(''),
  body: z.string().max(65_536).default(''),
  id: z.string().min(1).max(200).optional(),
  data: messageData.optional(),
  /** Id of the tapped option; `body` is its title. */
  choice: z.string().min(1).max(200).optional(),
  /** True if the file is a sticker. */
  sticker: z.union([z.boolean(), z.stringbool()]).default(false),
});

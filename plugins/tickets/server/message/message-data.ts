import { invalid, z } from '@balcao/sdk/server';
import type { MessageData } from '@balcao/connections/contract';

const line = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().max(most));

/** What a message may carry beside text and file; names and addresses come from anywhere. */
export const messageData = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: line(500).optional(),
    address: line(1000).optional(),
  }),
  z.object({
    kind: z.literal('contacts'),
    contacts: z
      .array(z.object({ name: line(200), numbers: z.array(line(50)).max(20) }))
      .min(1)
      .max(200),
  }),
]);

/** As it is stored: only what is known of it. 400 ERR_VALIDATION. */
export const readData = (data: MessageData | undefined): MessageData | undefined => {
  if (data === undefined) return undefined;
  const read = messageData.safeParse(data);
  if (!read.success) throw invalid({ data: read.error.issues[0]?.message ?? 'invalid' });
  return read.data as MessageData;
};

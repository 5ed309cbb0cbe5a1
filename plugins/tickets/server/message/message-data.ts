import { invalid, z } from '@balcao/sdk/server';
import type { MessageData } from '@balcao/connections/contract';

/** Cut where it is too long: a message must not be lost for it. */
const line = (most: number) =>
  z.string().transform((text) => text.replaceAll('\0', '').slice(0, most).toWellFormed().trim());

/** In all cards of one message: what browsers are told live has a limit, and one message must not pass it. */
const mostLetters = 60_000;

interface Card {
  name: string;
  numbers: string[];
}
const asManyAsFit = (cards: Card[]): Card[] => {
  let left = mostLetters;
  return cards.slice(0, 200).filter(({ name, numbers }) => (left -= name.length + numbers.join('').length) >= 0);
};

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
      .array(z.object({ name: line(200), numbers: z.array(line(50)).transform((list) => list.slice(0, 20)) }))
      .min(1)
      .transform(asManyAsFit),
  }),
]);

/** As it is stored: only what is known of it. 400 ERR_VALIDATION. */
export const readData = (data: MessageData | undefined): MessageData | undefined => {
  if (data === undefined) return undefined;
  const read = messageData.safeParse(data);
  if (!read.success) throw invalid({ data: read.error.issues[0]?.message ?? 'invalid' });
  return read.data as MessageData;
};

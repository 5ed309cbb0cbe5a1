import { z } from '@balcao/sdk/server';

/** Another conversation with the same contact. */
export const earlierTicket = z.object({
  id: z.number().int(),
  uuid: z.string(),
  status: z.enum(['pending', 'open', 'closed']),
  queue: z.object({ id: z.number().int(), name: z.string(), color: z.string() }).nullable(),
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  connection: z.string().nullable(),
  createdAt: z.date(),
  closedAt: z.date().nullable(),
  /** Empty where the reader may not open it. */
  lastMessage: z.string(),
  mayOpen: z.boolean(),
});
export type EarlierTicket = z.output<typeof earlierTicket>;

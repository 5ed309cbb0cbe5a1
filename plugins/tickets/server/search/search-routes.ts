import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { searchMessages } from './search-messages.ts';

const person = z.object({ id: z.number(), name: z.string() });
const found = z.object({
  id: z.number(),
  ticketId: z.number(),
  ticketUuid: z.string(),
  status: z.enum(['pending', 'open', 'closed']),
  contact: person.extend({ profilePicUrl: z.string().nullable() }),
  snippet: z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) }),
  mediaType: z.enum(['image', 'audio', 'video', 'document', 'sticker']).nullable(),
  fromMe: z.boolean(),
  onlyInternal: z.boolean(),
  user: person.nullable(),
  createdAt: z.string(),
});

export const searchRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/messages/search', {
    access: 'signed-in',
    summary:
      'Searches messages of all conversations that the reader may open, by words in any form and the beginning of the last one, newest first. Without a hit it searches for the literal text.',
    input: {
      query: z.object({
        searchParam: z
          .string('Required')
          .max(200)
          .transform((text) => text.replaceAll('\0', '').trim()),
        before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
        limit: z.coerce.number().int().min(1).max(40).default(20),
      }),
    },
    output: z.object({ messages: z.array(found), hasMore: z.boolean() }),
    handle: ({ query: { searchParam, before, limit } }, scope) =>
      searchMessages(scope, { term: searchParam, before, limit }),
  });
};

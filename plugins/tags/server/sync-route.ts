import { z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { tags } from '../contract.ts';
import type manifest from '../manifest.ts';
import { tagId, tagOutput } from './tag-form.ts';

const maxGiven = 500;

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};
/** Ids, or tags as the list returns them; also as a JSON string, as forms send lists. */
const given = z.preprocess(
  parsed,
  z.array(z.union([tagId, z.object({ id: tagId }).transform(({ id }) => id)])).max(maxGiven),
);

export const syncRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/tags/sync', {
    access: 'signed-in',
    summary:
      'Replaces the tags of a conversation. With `known`, the tags that the caller saw, only the difference is applied.',
    input: {
      body: z.object({ ticketId: tagId, tags: given, known: given.optional() }),
    },
    output: z.array(tagOutput),
    handle: async ({ body }, scope) => {
      await scope.use(tickets).assertReadable(body.ticketId);
      return scope.use(tags).sync(body.ticketId, body.tags, body.known);
    },
  });
};

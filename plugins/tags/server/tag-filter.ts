import { sql, z } from '@balcao/sdk/server';
import type { TicketListQuery } from '@balcao/tickets/contract';
import { tagId } from './tag-form.ts';

const maxIds = 500;

/** `[1,2]` as the specification sends it, or `1,2` as people type it into an address. */
const tagIds = z
  .string()
  .max(5000)
  .transform((text, context): number[] => {
    let list: unknown;
    try {
      list = JSON.parse(text.startsWith('[') ? text : `[${text}]`);
    } catch {
      list = undefined;
    }
    const parsed = z.array(z.coerce.number().pipe(tagId)).max(maxIds).safeParse(list);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: 'a list of ids' });
    return z.NEVER;
  });

/**
 * Filters conversations with any of the chosen tags. PostgreSQL chooses the starting point: a rare tag's own index, or
 * for a common tag the list's, which stops when the page is full.
 */
export const tagFilter: TicketListQuery = {
  id: 'tags',
  param: 'tags',
  schema: tagIds,
  where(value) {
    const ids = value as number[];
    if (ids.length === 0) return sql`true`;
    return sql`exists (select 1 from tags.ticket_tag x
      where x.company_id = t.company_id and x.ticket_id = t.id and x.tag_id = any(${ids}::int[]))`;
  },
};

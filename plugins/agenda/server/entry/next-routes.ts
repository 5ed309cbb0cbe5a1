import { notFound, sql, z, type Host } from '@balcao/sdk/server';
import { optOuts } from '@balcao/campaigns/contract';
import { contacts } from '@balcao/contacts/contract';
import type manifest from '../../manifest.ts';
import { id, visibleTo } from '../access.ts';

const shown = 5;

/** The next appointments with one contact, for the panel beside a conversation. */
export const nextRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/agenda/contacts/:contactId/next', {
    access: 'signed-in',
    summary: 'The next appointments with a contact, and messages that will be sent to it, that the reader may see.',
    input: { params: z.object({ contactId: id }) },
    output: z.array(
      z.object({ id: z.string(), kind: z.enum(['entry', 'message']), title: z.string(), date: z.string() }),
    ),
    handle: async ({ params: { contactId } }, scope) => {
      const rows = await scope.sql.rows<{ id: string; kind: 'entry' | 'message'; title: string; at: Date }>(
        sql`select e.id::text as id, 'entry' as kind, e.title, e.starts_at as at from agenda.entry e
             where e.contact_id = ${contactId} and e.deleted_at is null and e.ends_at > now() and ${visibleTo(scope, sql`e.user_id`)}
               and (not e.is_private or e.user_id = ${scope.user.id})
            union all
            select 'SCH-' || s.id, 'message', s.body, s.send_at from agenda.schedule s
             where s.contact_id = ${contactId} and s.status = 'PENDENTE' and ${visibleTo(scope, sql`s.user_id`)}
             order by at, id limit ${shown}`,
      );
      return rows.map(({ at, ...row }) => ({ ...row, date: at.toISOString() }));
    },
  });

  host.route('GET', '/agenda/contacts/:contactId/wishes', {
    access: 'signed-in',
    summary: 'Whether a contact asked for no more campaigns: a scheduled message reaches it nevertheless.',
    input: { params: z.object({ contactId: id }) },
    output: z.object({ isOptedOut: z.boolean() }),
    handle: async ({ params: { contactId } }, scope) => {
      const person = await scope.use(contacts).find(contactId);
      if (!person) throw notFound('ERR_NO_CONTACT_FOUND');
      const isOptedOut = person.number !== '' && (await scope.find(optOuts)?.isOptedOut(person.number)) === true;
      return { isOptedOut };
    },
  });
};

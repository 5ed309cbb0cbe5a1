import { notFound, Reply, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { localOf } from '../../zoned.ts';
import { icsText } from './ics.ts';

const refOf = (userId: number): string => `feed:${userId}`;
const output = z.object({ path: z.string() });
const pathOf = (address: string): string => `/api/agenda/feed/${address}/agenda.ics`;
const dayText = (at: Date, zone: string): string => {
  const { year, month, day } = localOf(at.getTime(), zone);
  return `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
};

/** A calendar by a secret address, for programs other than Google's: read-only, and renewed by hand. */
export const feedRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/agenda/feed', {
    access: 'signed-in',
    summary: 'The secret address at which calendar programs read one’s entries.',
    output,
    handle: async (_request, scope) => ({ path: pathOf(await scope.addresses.issue(refOf(scope.user.id))) }),
  });
  host.route('POST', '/agenda/feed/renew', {
    access: 'signed-in',
    audit: 'agenda.feed-renewed',
    summary: 'Ends the secret address, and makes a new one.',
    output,
    handle: async (_request, scope) => {
      await scope.addresses.revoke(refOf(scope.user.id));
      return { path: pathOf(await scope.addresses.issue(refOf(scope.user.id))) };
    },
  });
  host.route('GET', '/agenda/feed/:address/agenda.ics', {
    access: {
      public: 'Calendar programs read the entries of the person who made this secret address.',
      address: true,
    },
    rate: 30,
    input: { params: z.object({ address: z.string() }) },
    handle: async ({ ref }, scope) => {
      const userId = Number(/^feed:(\d+)$/.exec(ref)?.[1] ?? 0);
      const person = await scope.sql.one<{ name: string }>(sql`select name from kernel."user" where id = ${userId}`);
      if (!person) throw notFound('ERR_NO_USER_FOUND');
      const rows = await scope.sql.rows<{
        id: number;
        title: string;
        description: string;
        date: Date;
        dateEnd: Date;
        allDay: boolean;
        timeZone: string;
        changedAt: Date;
      }>(
        sql`select id, title, description, starts_at as date, ends_at as "dateEnd", all_day as "allDay", time_zone as "timeZone",
                   updated_at as "changedAt"
              from agenda.entry where user_id = ${userId} and deleted_at is null
               and ends_at > now() - interval '90 days' and starts_at < now() + interval '400 days' order by starts_at, id limit 5000`,
      );
      const text = icsText(
        scope.t('server.feed', { name: person.name }),
        rows.map(({ timeZone, ...row }) => ({
          ...row,
          uid: `${row.id}@${scope.company.id}.balcao`,
          days: { from: dayText(row.date, timeZone), until: dayText(row.dateEnd, timeZone) },
        })),
      );
      return new Reply(200, text, {
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, no-store',
      });
    },
  });
};

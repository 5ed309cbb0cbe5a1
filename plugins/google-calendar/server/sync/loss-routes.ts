import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { outsideCalendar, type OutsideEntry } from '@balcao/agenda/contract';
import type { Field, LossKind, LossView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { source } from '../account/account.ts';
import { askForSync } from './claim.ts';
import { restorable } from './losses.ts';

interface Row {
  id: number;
  entryId: number;
  kind: LossKind;
  field: Field | null;
  /** Dates are ISO 8601. */
  value: (Partial<Omit<OutsideEntry, 'date' | 'dateEnd'>> & { date?: string; dateEnd?: string }) | null;
  title: string;
  at: Date;
}
const columns = sql`l.id, l.entry_id as "entryId", l.kind, l.field, l.value, e.title, l.created_at as at`;
const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const wordsOf = (scope: Scope, { field, value }: Row): string => {
  if (field === null || value === null) return '';
  if (field === 'title' || field === 'description') return value[field] ?? '';
  if (field === 'isPrivate') return scope.t(value.isPrivate ? 'loss.private' : 'loss.open');
  const { date = '', dateEnd = '', allDay = false, timeZone = scope.company.timeZone } = value;
  const format = new Intl.DateTimeFormat(scope.language, {
    timeZone: allDay ? timeZone : scope.company.timeZone,
    dateStyle: 'short',
    ...(!allDay && { timeStyle: 'short' }),
  });
  // The last whole day, not the midnight after it.
  const until = allDay ? Math.max(Date.parse(dateEnd) - 1, Date.parse(date)) : Date.parse(dateEnd);
  return format.formatRange(Date.parse(date), until);
};

const take = async (scope: Scope, userId: number, id: number): Promise<Row> => {
  const row = await scope.sql.one<Row>(
    sql`select ${columns} from ${restorable(userId)} and l.id = ${id} for update of l`,
  );
  if (!row) throw notFound('ERR_NO_LOSS_FOUND');
  await scope.sql.run(sql`delete from google_calendar.loss where id = ${id}`);
  return row;
};

const restore = async (scope: Scope, userId: number, { entryId, kind, value }: Row): Promise<void> => {
  const calendar = scope.use(outsideCalendar);
  if (kind === 'deleted-here') return calendar.remove(source, [entryId]);
  if (kind === 'deleted-there') {
    // Without a link it is written at Google anew.
    await scope.sql.run(sql`delete from google_calendar.link where user_id = ${userId} and entry_id = ${entryId}`);
    return;
  }
  const { date, dateEnd, ...rest } = value ?? {};
  await calendar.change(source, entryId, {
    ...rest,
    ...(date !== undefined && { date: new Date(date) }),
    ...(dateEnd !== undefined && { dateEnd: new Date(dateEnd) }),
  });
};

/** Routes of changes that lost against the other side. */
export const lossRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/google/losses', {
    access: 'signed-in',
    summary: 'Changes of the reader’s entries that lost against the other side, newest first.',
    output: z.array(
      z.object({
        id: z.number(),
        kind: z.enum(['here', 'there', 'deleted-there', 'deleted-here']),
        field: z.enum(['title', 'description', 'when', 'isPrivate']).nullable(),
        title: z.string(),
        lost: z.string(),
        at: z.string(),
      }),
    ),
    handle: async (_request, scope): Promise<LossView[]> => {
      const rows = await scope.sql.rows<Row>(
        sql`select ${columns} from ${restorable(scope.user.id)} order by l.id desc limit 100`,
      );
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        field: row.field,
        title: row.title,
        lost: wordsOf(scope, row),
        at: row.at.toISOString(),
      }));
    },
  });
  host.route('POST', '/google/losses/:id/restore', {
    access: 'signed-in',
    summary:
      'Brings back what lost, on both sides, of a read-only entry here alone until Google tells of it again: the value of a field; an entry that was deleted at Google; the deletion of one that came back.',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      await scope.tx(async (inner) => restore(inner, scope.user.id, await take(inner, scope.user.id, id)));
      await askForSync(scope, [scope.user.id]);
    },
  });
  host.route('DELETE', '/google/losses/:id', {
    access: 'signed-in',
    summary: 'Forgets what lost.',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      await scope.tx((inner) => take(inner, scope.user.id, id));
    },
  });
};

import { editOf, forbidden, mergeEdit, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type { Holiday } from '../contract.ts';
import type manifest from '../manifest.ts';

const time = z
  .string()
  .trim()
  .regex(/^$|^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'HH:MM')
  .default('');
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};
const holiday = z
  .object({
    date: z
      .string('Required')
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD')
      .refine(isDay, 'YYYY-MM-DD'),
    name: z.string('Required').trim().min(1, 'Required').max(100, 'Too Long!'),
    startTime: time,
    endTime: time,
  })
  .refine((day) => (day.startTime === '') === (day.endTime === ''), 'a start needs an end, and an end a start');
const holidays = z
  .array(holiday)
  .max(400)
  .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'each day once');

const columns = sql`to_char(h.day, 'YYYY-MM-DD') as date, h.name, h.start_time as "startTime", h.end_time as "endTime"`;

export const holidaysOf = (scope: Scope): Promise<Holiday[]> =>
  scope.sql.rows<Holiday>(sql`select ${columns} from companies.holiday h order by h.day`);

/** Returns the holiday at a moment, by the company's time zone. */
export const holidayAt = (scope: Scope, at: Date): Promise<Holiday | undefined> =>
  scope.sql.one<Holiday>(
    sql`select ${columns} from companies.holiday h
         where h.day = (${at}::timestamptz at time zone ${scope.company.timeZone})::date`,
  );

const edit = editOf(z.object({ holidays })).required({ holidays: true });

const save = (scope: Scope, body: z.output<typeof edit>): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.sql.run(
      sql`select pg_advisory_xact_lock(hashtextextended('companies.holiday ' || kernel.current_company(), 0))`,
    );
    const row = { holidays: await holidaysOf(inner) };
    const change = await mergeEdit(inner, {
      table: 'companies.holiday',
      id: inner.company.id,
      row,
      missing: 'ERR_NO_COMPANY_FOUND',
      body,
    });
    const wanted = change.holidays;
    if (!wanted) return;
    await inner.sql.run(sql`delete from companies.holiday`);
    await inner.sql.run(
      sql`insert into companies.holiday (day, name, start_time, end_time)
          select (x ->> 'date')::date, x ->> 'name', x ->> 'startTime', x ->> 'endTime'
            from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) x`,
    );
  });

export const holidayRoutes = (host: Host<typeof manifest>): void => {
  const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
  const output = z.object({ holidays: z.array(holiday) });
  host.route('GET', '/companies/:id/holidays', {
    access: 'companies:schedules',
    summary: 'Holidays of the caller’s company.',
    input: { params },
    output,
    handle: async (request, scope) => {
      if (request.params.id !== scope.company.id) throw forbidden();
      return { holidays: await holidaysOf(scope) };
    },
  });
  host.route('PUT', '/companies/:id/holidays', {
    access: 'companies:schedules',
    summary: 'Replaces the holidays. Without times the company is closed all day.',
    input: { params, body: edit },
    output,
    handle: async (request, scope) => {
      if (request.params.id !== scope.company.id) throw forbidden();
      await save(scope, request.body);
      return { holidays: await holidaysOf(scope) };
    },
  });
};

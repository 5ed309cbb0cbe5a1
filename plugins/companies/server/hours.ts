import {
  editOf,
  forbidden,
  mergeEdit,
  sql,
  weeklyHours,
  weeklyHoursInput,
  z,
  type Host,
  type Scope,
  type WeeklyHours,
} from '@balcao/sdk/server';
import { companyHours, type CompanyHours } from '../contract.ts';
import type manifest from '../manifest.ts';
import { holidayAt } from './holidays.ts';

/** Creates the service of the company's hours for other plugins. */
export const hoursService = (scope: Scope): CompanyHours => ({
  holidayAt: (at) => holidayAt(scope, at),
  find: async () =>
    (await scope.sql.one<{ schedules: WeeklyHours }>(sql`select schedules from companies.hours`))?.schedules ?? [],
});

export const saveHours = async (schedules: WeeklyHours, scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`insert into companies.hours (schedules) values (${JSON.stringify(schedules)}::jsonb)
        on conflict (company_id) do update set schedules = excluded.schedules`,
  );
};

const form = z.object({ schedules: weeklyHoursInput });
const edit = editOf(form).required({ schedules: true });

export const hoursRoute = (host: Host<typeof manifest>): void => {
  host.route('PUT', '/companies/:id/schedules', {
    access: 'companies:schedules',
    summary: 'Replaces the opening hours of the caller’s company.',
    input: {
      params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
      body: edit,
    },
    output: z.object({ schedules: weeklyHours }),
    handle: async ({ params, body }, scope) => {
      if (params.id !== scope.company.id) throw forbidden();
      return scope.tx(async (inner) => {
        await inner.sql.run(
          sql`select pg_advisory_xact_lock(hashtextextended('companies.hours ' || kernel.current_company(), 0))`,
        );
        const schedules = await inner.use(companyHours).find();
        const row = { schedules };
        const change = await mergeEdit(inner, {
          table: 'companies.hours',
          id: params.id,
          row,
          missing: 'ERR_NO_COMPANY_FOUND',
          body,
        });
        await saveHours(change.schedules ?? schedules, inner);
        return { schedules: await inner.use(companyHours).find() };
      });
    },
  });
};

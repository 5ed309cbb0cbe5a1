import { addDays, localDate, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { monthlyMail } from '../contract.ts';
import type manifest from '../manifest.ts';
import { countersOf } from './dashboard/figures.ts';
import { periodOf } from './period.ts';

const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

/** The first and the last day of the month before a date. */
export const monthBefore = (date: string): { first: string; last: string } => {
  const last = addDays(`${date.slice(0, 7)}-01`, -1);
  return { first: `${last.slice(0, 7)}-01`, last };
};

/** Minutes in words: `42 min`, `3 h 12 min`. */
const lasting = (minutes: number | null): string => {
  if (minutes === null) return '—';
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
};

/** Sends the figures of the last month to every admin, once for each month. */
export const sendMonthly = async (
  scope: Scope,
  today = localDate(new Date(), scope.company.timeZone),
): Promise<number> => {
  if (scope.settings.get('monthlySummary') !== 'enabled') return 0;
  const { timeZone, language, name: company } = scope.company;
  const { first, last } = monthBefore(today);
  const now = await countersOf(scope, periodOf(first, last, timeZone), {});
  const earlier = monthBefore(first);
  const before = await countersOf(scope, periodOf(earlier.first, earlier.last, timeZone), {});
  if (now.attendances === 0 && now.supportFinished === 0) return 0;
  const numbers = new Intl.NumberFormat(locales[language]);
  const month = new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${first}T00:00:00Z`),
  );
  const compared = (value: number, former: number): string =>
    former === 0
      ? numbers.format(value)
      : `${numbers.format(value)} (${value >= former ? '+' : '−'}${numbers.format(Math.abs(Math.round(((value - former) / former) * 100)))}%)`;
  const fact = (key: string, value: string) => ({ label: scope.t(`server.mail.${key}`), value });
  return scope.tx(async (inner) => {
    const isFirst = await inner.sql.run(
      sql`insert into reports.letter (month) values (${first}::date) on conflict do nothing`,
    );
    if (isFirst === 0) return 0;
    const admins = await inner.sql.rows<{ email: string; name: string }>(
      sql`select email, name from users.public_user where profile = 'admin' and not is_virtual and email <> '' order by id limit 50`,
    );
    for (const { email, name } of admins)
      await inner.mail.send({
        to: email,
        subject: scope.t('server.mail.subject', { month, company }),
        title: scope.t('server.mail.title', { month }),
        parts: [
          { text: scope.t('server.mail.hello', { name, company }) },
          {
            facts: [
              fact('attendances', compared(now.attendances, before.attendances)),
              fact('finished', compared(now.supportFinished, before.supportFinished)),
              fact('leads', compared(now.leads, before.leads)),
              fact('unattended', numbers.format(now.unattended)),
              fact('wait', lasting(now.avgWaitTime)),
              fact('openWait', lasting(now.avgOpenWaitTime)),
              fact('reply', lasting(now.avgReplyTime)),
              fact('support', lasting(now.avgSupportTime)),
              fact(
                'rating',
                now.rating === null
                  ? '—'
                  : scope.t('server.mail.ratingOf', {
                      mean: numbers.format(now.rating),
                      count: numbers.format(now.ratings),
                    }),
              ),
            ],
          },
          { button: scope.t('server.mail.open'), href: `/reports?dateFrom=${first}&dateTo=${last}` },
          { text: scope.t('server.mail.compared'), quiet: true },
        ],
      });
    return admins.length;
  });
};

export const monthly = (host: Host<typeof manifest>): void => {
  host.job(monthlyMail, {
    data: z.object({}),
    every: '10 8 1 * *',
    handle: async (_data, scope) => void (await sendMonthly(scope)),
  });
};

import { sql, tenants, type LetterPart, type Scope } from '@balcao/sdk/server';
import { accountOf, today } from '../account/account.ts';
import { lockAfter } from '../account/access.ts';
import { daysBetween } from '../account/due-date.ts';
import { reais } from '../money.ts';
import { invoiceColumns, type Invoice } from './invoices.ts';

const remindAhead = 3;
type Occasion = 'issued' | 'due' | 'overdue' | 'blocked';

const occasionOf = (invoice: Invoice, now: string): Occasion => {
  const late = daysBetween(invoice.dueDate, now);
  if (late > lockAfter) return 'blocked';
  if (late > 0) return 'overdue';
  return late >= -remindAhead ? 'due' : 'issued';
};

const day = (date: string, { language }: Scope): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language === 'pt' ? 'pt-BR' : language, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });

/** Writes once about each open invoice for each occasion; an occasion that is past is not written about any more. */
export const writeLetters = async (scope: Scope): Promise<void> => {
  const { billingEmail } = await accountOf(scope);
  const to = billingEmail || (await scope.use(tenants).find(scope.company.id))?.email;
  if (!to) return;
  const now = today(scope);
  const open = await scope.sql.rows<Invoice>(
    sql`select ${invoiceColumns} from finance.invoice i where i.status = 'open' order by i.due_date limit 20`,
  );
  for (const invoice of open) {
    const occasion = occasionOf(invoice, now);
    if (invoice.told.includes(occasion)) continue;
    await scope.tx(async (inner) => {
      const written = await inner.sql.run(
        sql`update finance.invoice set told = array_append(told, ${occasion})
              where id = ${invoice.id} and status = 'open' and not ${occasion} = any(told)`,
      );
      if (written === 0) return;
      const values = { company: scope.company.name, days: daysBetween(invoice.dueDate, now) };
      const text = inner.t(`mail.${occasion}.text`, values);
      const parts: LetterPart[] = [
        occasion === 'overdue' || occasion === 'blocked' ? { warning: text } : { text },
        {
          facts: [
            { label: inner.t('mail.plan'), value: invoice.planName },
            { label: inner.t('mail.value'), value: reais(invoice.valueCents) },
            { label: inner.t('mail.dueDate'), value: day(invoice.dueDate, inner) },
          ],
        },
        { button: inner.t('mail.pay'), href: `/financeiro/${invoice.id}` },
      ];
      const subject = inner.t(`mail.${occasion}.subject`, values);
      await inner.mail.send({ to, subject, title: subject, parts });
    });
  }
};

import { sql, tenants, type EmailPart, type Scope } from '@balcao/sdk/server';
import { accountOf } from '../account/account.ts';
import { daysLate, issueAheadDays, licenceStatusOf, type BillingState } from '../billing/billing-state.ts';
import { daysBetween } from '../billing/due-date.ts';
import { lockBilling } from '../billing/ledger.ts';
import { reais } from '../money.ts';
import { invoiceColumns, type Invoice } from './invoices.ts';

const remindAheadDays = 3;
type Occasion = 'issued' | 'due' | 'overdue' | 'blocked';

/**
 * Returns the occasion by the state of the company, not by the invoice’s day alone: a company that is not blocked gets
 * no 'blocked'.
 */
const occasionOf = (billing: BillingState, invoice: Invoice): Occasion | undefined => {
  const licenceStatus = licenceStatusOf(billing);
  if (licenceStatus === 'free') return undefined;
  if (licenceStatus === 'blocked' || licenceStatus === 'overdue') return licenceStatus;
  const daysLeft = daysBetween(billing.today, invoice.dueDate);
  return daysLeft <= remindAheadDays ? 'due' : daysLeft <= issueAheadDays ? 'issued' : undefined;
};

const day = (date: string, { language }: Scope): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language === 'pt' ? 'pt-BR' : language, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });

/** Sends one mail about the open invoice per occasion; earlier occasions are skipped. */
export const sendReminderMails = async (scope: Scope): Promise<void> => {
  const { billingEmail } = await accountOf(scope);
  const to = billingEmail || (await scope.use(tenants).find(scope.company.id))?.email;
  if (!to) return;
  await scope.tx(async (inner) => {
    const billing = await lockBilling(inner);
    const invoice = await inner.sql.one<Invoice>(
      sql`select ${invoiceColumns} from finance.invoice i where i.status = 'open'`,
    );
    const occasion = invoice && occasionOf(billing, invoice);
    if (!occasion || invoice.sentLetters.includes(occasion)) return;
    await inner.sql.run(
      sql`update finance.invoice set sent_letters = array_append(sent_letters, ${occasion}) where id = ${invoice.id}`,
    );
    const values = { company: scope.company.name, date: day(invoice.dueDate, inner), days: daysLate(billing) };
    const text = inner.t(`mail.${occasion}.text`, values);
    const parts: EmailPart[] = [
      occasion === 'overdue' || occasion === 'blocked' ? { warning: text } : { text },
      {
        facts: [
          { label: inner.t('mail.plan'), value: invoice.planName },
          { label: inner.t('mail.value'), value: reais(invoice.valueCents) },
          { label: inner.t('mail.dueDate'), value: values.date },
        ],
      },
      { button: inner.t('mail.pay'), href: `/financeiro/${invoice.id}` },
    ];
    const subject = inner.t(`mail.${occasion}.subject`, values);
    await inner.mail.send({ to, subject, title: subject, parts });
  });
};

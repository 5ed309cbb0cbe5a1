import { sql, tenants, type LetterPart, type Scope } from '@balcao/sdk/server';
import { accountOf } from '../account/account.ts';
import { daysLate, issuedAhead, standingOf, type Books } from '../billing/books.ts';
import { daysBetween } from '../billing/due-date.ts';
import { openBooks } from '../billing/ledger.ts';
import { reais } from '../money.ts';
import { invoiceColumns, type Invoice } from './invoices.ts';

const remindAhead = 3;
type Occasion = 'issued' | 'due' | 'overdue' | 'blocked';

/**
 * Returns the occasion by the state of the company, not by the invoice’s day alone: a company that is not blocked gets
 * no 'blocked'.
 */
const occasionOf = (books: Books, invoice: Invoice): Occasion | undefined => {
  const standing = standingOf(books);
  if (standing === 'free') return undefined;
  if (standing === 'blocked' || standing === 'overdue') return standing;
  const left = daysBetween(books.today, invoice.dueDate);
  return left <= remindAhead ? 'due' : left <= issuedAhead ? 'issued' : undefined;
};

const day = (date: string, { language }: Scope): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language === 'pt' ? 'pt-BR' : language, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });

/** Sends one letter about the open invoice per occasion; earlier occasions are skipped. */
export const writeLetters = async (scope: Scope): Promise<void> => {
  const { billingEmail } = await accountOf(scope);
  const to = billingEmail || (await scope.use(tenants).find(scope.company.id))?.email;
  if (!to) return;
  await scope.tx(async (inner) => {
    const books = await openBooks(inner);
    const invoice = await inner.sql.one<Invoice>(
      sql`select ${invoiceColumns} from finance.invoice i where i.status = 'open'`,
    );
    const occasion = invoice && occasionOf(books, invoice);
    if (!occasion || invoice.told.includes(occasion)) return;
    await inner.sql.run(
      sql`update finance.invoice set told = array_append(told, ${occasion}) where id = ${invoice.id}`,
    );
    const values = { company: scope.company.name, date: day(invoice.dueDate, inner), days: daysLate(books) };
    const text = inner.t(`mail.${occasion}.text`, values);
    const parts: LetterPart[] = [
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

import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { accountOf } from '../account/account.ts';
import { today } from '../billing/ledger.ts';
import { decimal } from '../money.ts';
import { invoiceColumns, requireInvoice, type Invoice } from './invoices.ts';

const pageSize = 20;
const invoiceOutput = z.object({
  id: z.number(),
  description: z.string(),
  /** In reais: '149.90'. */
  value: z.string(),
  dueDate: z.string(),
  status: z.enum(['open', 'paid', 'cancelled']),
  /** The displayed state: paid or cancelled, else overdue after its day. */
  state: z.enum(['paid', 'overdue', 'open', 'cancelled']),
  paidAt: z.date().nullable(),
  /** The page where it can be paid; '' when there is nothing to pay. */
  invoiceUrl: z.string(),
});

const receipt = z.object({
  paidAt: z.date(),
  /** The provider’s id of the payment. */
  reference: z.string(),
  payer: z.string(),
  taxNumber: z.string(),
});

/** Returns the payments of an invoice, with their payers. */
const receiptOf = async (invoiceId: number, scope: Scope): Promise<z.infer<typeof receipt> | null> => {
  const row = await scope.sql.one<{ paidAt: Date; reference: string }>(
    sql`select p.created_at as "paidAt", p.payment_id as reference
          from finance.payment p join finance.charge c on c.company_id = p.company_id and c.id = p.charge_id
         where c.invoice_id = ${invoiceId} and p.result = 'applied'`,
  );
  if (!row) return null;
  const { billingName, taxNumber } = await accountOf(scope);
  return { ...row, payer: billingName || scope.company.name, taxNumber };
};

type Row = Invoice & { url: string | null };

const shown = (row: Row, scope: Scope): z.infer<typeof invoiceOutput> => {
  const { id, planName, recurrence, valueCents, dueDate, status, paidAt, url } = row;
  return {
    id,
    description: scope.t('invoice.description', { plan: planName, period: scope.t(`recurrence.${recurrence}`) }),
    value: decimal(valueCents),
    dueDate,
    status,
    state: status === 'open' && dueDate < today(scope) ? 'overdue' : status,
    paidAt,
    invoiceUrl: status === 'open' ? url || `/financeiro/${id}` : '',
  };
};

const rows = sql`select ${invoiceColumns}, c.url from finance.invoice i
  left join finance.charge c on c.company_id = i.company_id and c.invoice_id = i.id and c.status = 'pending'`;

export const invoiceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/invoices/all', {
    access: 'financeiro:view',
    summary: 'Invoices of the company, the newest first, 20 a page.',
    input: {
      query: z.object({
        searchParam: z.string().max(200).default(''),
        pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
      }),
    },
    output: z.object({ invoices: z.array(invoiceOutput), hasMore: z.boolean(), count: z.number() }),
    handle: async ({ query }, scope) => {
      const term = query.searchParam.replaceAll('\0', '').trim();
      const matches = sql`(${term} = '' or kernel.normalise(i.plan_name) like kernel.like_pattern(${term}))`;
      const found = await scope.sql.rows<Row>(
        sql`${rows} where ${matches} order by i.due_date desc, i.id desc
            limit ${pageSize + 1} offset ${(query.pageNumber - 1) * pageSize}`,
      );
      const counted = await scope.sql.one<{ count: number }>(
        sql`select count(*)::int as count from finance.invoice i where ${matches}`,
      );
      return {
        invoices: found.slice(0, pageSize).map((row) => shown(row, scope)),
        hasMore: found.length > pageSize,
        count: counted?.count ?? 0,
      };
    },
  });
  host.route('GET', '/invoices/:id', {
    access: 'financeiro:view',
    input: { params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }) },
    summary: 'One invoice, with the receipt of its payment.',
    output: invoiceOutput.extend({ receipt: receipt.nullable() }),
    handle: async ({ params }, scope) => ({
      ...shown({ ...(await requireInvoice(params.id, scope)), url: null }, scope),
      receipt: await receiptOf(params.id, scope),
    }),
  });
};

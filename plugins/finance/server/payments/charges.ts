import { AppError, sql, tenants, type Scope } from '@balcao/sdk/server';
import { accountOf, today } from '../account/account.ts';
import type { Recurrence } from '../account/due-date.ts';
import { invoiceToPay, type Invoice } from '../invoices/invoices.ts';
import { newRef } from './ref.ts';
import { chosenProvider, type Chosen } from './settings.ts';

export interface Charge {
  id: number;
  invoiceId: number;
  provider: string;
  ref: string;
  externalId: string;
  planId: number | null;
  planName: string;
  recurrence: Recurrence;
  valueCents: number;
  code: string;
  url: string;
  status: 'making' | 'pending' | 'paid' | 'ended';
  expiresAt: Date | null;
}

const columns = sql`id, invoice_id as "invoiceId", provider, ref, external_id as "externalId", plan_id as "planId",
  plan_name as "planName", recurrence, value_cents as "valueCents", code, url, status, expires_at as "expiresAt"`;

export const chargeByRef = (ref: string, scope: Scope): Promise<Charge | undefined> =>
  scope.sql.one<Charge>(sql`select ${columns} from finance.charge where ref = ${ref}`);

export const lockCharge = (id: number, scope: Scope): Promise<Charge | undefined> =>
  scope.sql.one<Charge>(sql`select ${columns} from finance.charge where id = ${id} for update`);

/** Not asked about in the last minutes, the longest unasked first. */
export const chargesToWatch = (scope: Scope): Promise<Charge[]> =>
  scope.sql.rows<Charge>(
    sql`select ${columns} from finance.charge
         where status in ('making', 'pending') and created_at > now() - interval '40 days'
           and asked_at < now() - least(interval '1 hour', greatest(interval '1 minute', (now() - created_at) / 10))
         order by asked_at limit 50`,
  );

export const noteAsked = (id: number, scope: Scope): Promise<number> =>
  scope.sql.run(sql`update finance.charge set asked_at = now() where id = ${id}`);

/** Nobody can pay it any more. */
export const endCharge = (id: number, scope: Scope): Promise<number> =>
  scope.sql.run(sql`update finance.charge set status = 'ended' where id = ${id} and status in ('making', 'pending')`);

/** The code in force for an invoice: one that was begun or given out and still fits, or a new one. In a transaction. */
const currentCharge = async (invoice: Invoice, { provider }: Chosen, scope: Scope): Promise<Charge> => {
  const present = await scope.sql.one<Charge>(
    sql`select ${columns} from finance.charge
         where invoice_id = ${invoice.id} and current and status in ('making', 'pending') for update`,
  );
  const fits =
    present?.provider === provider.id &&
    present.valueCents === invoice.valueCents &&
    present.planId === invoice.planId &&
    (present.expiresAt === null || present.expiresAt.getTime() > Date.now() + 60_000);
  if (present && fits) return present;
  // It may have been scanned already: it stays payable, for what it was made for.
  await scope.sql.run(sql`update finance.charge set current = false where invoice_id = ${invoice.id} and current`);
  const made = await scope.sql.one<Charge>(
    sql`insert into finance.charge (invoice_id, provider, ref, plan_id, plan_name, recurrence, value_cents)
        values (${invoice.id}, ${provider.id}, ${newRef(scope.company.id)}, ${invoice.planId}, ${invoice.planName},
                ${invoice.recurrence}, ${invoice.valueCents}) returning ${columns}`,
  );
  if (!made) throw new AppError(500, 'ERR_INTERNAL');
  return made;
};

const payerOf = async (scope: Scope): Promise<{ name: string; email: string; taxNumber: string }> => {
  const { billingName, billingEmail, taxNumber } = await accountOf(scope);
  const tenant = await scope.use(tenants).find(scope.company.id);
  const detail = await scope.sql.one<{ number: string }>(sql`select cpf_cnpj as number from companies.detail`);
  return {
    name: billingName || scope.company.name,
    email: billingEmail || (tenant?.email ?? ''),
    taxNumber: taxNumber || (detail?.number ?? ''),
  };
};

/** Asks the provider for the code, outside any transaction; what is cut off here is begun again with the same ref. */
const withCode = async (charge: Charge, { provider, settings, own }: Chosen, scope: Scope): Promise<Charge> => {
  if (charge.status === 'pending') return charge;
  const made = await provider.create(
    {
      ref: charge.ref,
      valueCents: charge.valueCents,
      description: scope.t('payment.description', { plan: charge.planName }),
      dueDate: today(scope),
      payer: await payerOf(scope),
    },
    settings,
    own,
  );
  await scope.sql.run(
    sql`update finance.charge set status = 'pending', external_id = ${made.externalId}, code = ${made.code},
          url = ${made.url ?? ''}, expires_at = ${made.expiresAt ?? null}
         where id = ${charge.id} and status = 'making'`,
  );
  return (await chargeByRef(charge.ref, scope)) ?? charge;
};

/** An invoice with a code to pay it by. */
export const chargeFor = async (
  wanted: { invoiceId?: number | undefined; planId?: number | undefined },
  scope: Scope,
  prepare?: (inner: Scope) => Promise<void>,
): Promise<{ invoice: Invoice; charge: Charge }> => {
  const chosen = await chosenProvider(scope);
  const begun = await scope.tx(async (inner) => {
    await prepare?.(inner);
    const invoice = await invoiceToPay(wanted, inner);
    return { invoice, charge: await currentCharge(invoice, chosen, inner) };
  });
  return { ...begun, charge: await withCode(begun.charge, chosen, scope) };
};

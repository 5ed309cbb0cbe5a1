import { AppError, conflict, sql, tenants, type Scope } from '@balcao/sdk/server';
import { accountOf } from '../account/account.ts';
import { fits, type OpenInvoice } from '../billing/billing-state.ts';
import type { Recurrence } from '../billing/due-date.ts';
import { replaceCode, today } from '../billing/ledger.ts';
import { invoiceToPay } from '../invoices/invoices.ts';
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
  /** `replaced`: another code was issued instead; a payment by it counts all the same. */
  status: 'making' | 'pending' | 'paid' | 'ended' | 'replaced';
  expiresAt: Date | null;
  /** When the provider cancelled a replaced code. */
  withdrawnAt: Date | null;
}

const columns = sql`id, invoice_id as "invoiceId", provider, ref, external_id as "externalId", plan_id as "planId",
  plan_name as "planName", recurrence, value_cents as "valueCents", code, url, status, expires_at as "expiresAt",
  withdrawn_at as "withdrawnAt"`;

export const chargeByRef = (ref: string, scope: Scope): Promise<Charge | undefined> =>
  scope.sql.one<Charge>(sql`select ${columns} from finance.charge where ref = ${ref}`);

export const lockCharge = (id: number, scope: Scope): Promise<Charge | undefined> =>
  scope.sql.one<Charge>(sql`select ${columns} from finance.charge where id = ${id} for update`);

const isOpen = sql`status in ('making', 'pending', 'replaced') and created_at > now() - interval '40 days'`;
const isToPoll = sql`${isOpen}
  and asked_at < now() - least(interval '1 hour', greatest(interval '1 minute', (now() - created_at) / 10))`;
const isToWithdraw = sql`${isOpen} and status = 'replaced' and withdrawn_at is null`;

/** SQL: the companies with charges to poll or to withdraw. */
export const companiesToPoll = sql`select company_id from finance.charge where ${isToPoll} or ${isToWithdraw}`;

/**
 * Returns charges not polled in the last minutes, the oldest poll first; replaced ones too, since they may have been
 * scanned.
 */
export const chargesToPoll = (scope: Scope): Promise<Charge[]> =>
  scope.sql.rows<Charge>(sql`select ${columns} from finance.charge where ${isToPoll} order by asked_at limit 50`);

/** Returns replaced codes that their provider has not cancelled yet. */
export const chargesToWithdraw = (scope: Scope): Promise<Charge[]> =>
  scope.sql.rows<Charge>(sql`select ${columns} from finance.charge where ${isToWithdraw} order by id limit 50`);

export const markWithdrawn = (id: number, scope: Scope): Promise<number> =>
  scope.sql.run(sql`update finance.charge set withdrawn_at = now() where id = ${id}`);

export const markPolled = (id: number, scope: Scope): Promise<number> =>
  scope.sql.run(sql`update finance.charge set asked_at = now() where id = ${id}`);

/** Marks a charge as one that nobody can pay any more. */
export const endCharge = (id: number, scope: Scope): Promise<number> =>
  scope.sql.run(
    sql`update finance.charge set status = 'ended' where id = ${id} and status in ('making', 'pending', 'replaced')`,
  );

/**
 * Returns the current charge of an invoice: one that was started or issued and still fits, or a new one. In a
 * transaction.
 */
const payableCharge = async (
  invoice: OpenInvoice & { id: number },
  { provider }: Chosen,
  scope: Scope,
): Promise<Charge> => {
  const present = await scope.sql.one<Charge>(
    sql`select ${columns} from finance.charge where status in ('making', 'pending') for update`,
  );
  const isStillValid =
    present?.invoiceId === invoice.id &&
    present.provider === provider.id &&
    fits(present, invoice) &&
    (present.expiresAt === null || present.expiresAt.getTime() > Date.now() + 60_000);
  if (present && isStillValid) return present;
  if (present) await replaceCode(present.id, scope);
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
  const detail = await scope.sql.one<{ number: string }>(sql`select cpf_cnpj as number from companies.public_company`);
  return {
    name: billingName || scope.company.name,
    email: billingEmail || (tenant?.email ?? ''),
    taxNumber: taxNumber || (detail?.number ?? ''),
  };
};

/** Creates the code at the provider, outside any transaction; after an interruption it is retried with the same ref. */
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
  // A charge that was replaced during the request stores its id all the same: only so it can be cancelled.
  await scope.sql.run(
    sql`update finance.charge set external_id = ${made.externalId}, code = ${made.code}, url = ${made.url ?? ''},
          expires_at = ${made.expiresAt ?? null}, withdrawn_at = null,
          status = case status when 'making' then 'pending' else status end
         where id = ${charge.id} and code = ''`,
  );
  const stored = (await chargeByRef(charge.ref, scope)) ?? charge;
  if (stored.status === 'replaced') throw conflict('ERR_CHARGE_REPLACED');
  return stored;
};

/** Returns an invoice with its one payable code. */
export const chargeFor = async (
  request: { invoiceId?: number | undefined; planId?: number | undefined },
  scope: Scope,
  prepare?: (inner: Scope) => Promise<void>,
): Promise<Charge> => {
  const chosen = await chosenProvider(scope);
  const begun = await scope.tx(async (inner) => {
    await prepare?.(inner);
    return payableCharge(await invoiceToPay(request, inner), chosen, inner);
  });
  return withCode(begun, chosen, scope);
};

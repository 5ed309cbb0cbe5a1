import { timingSafeEqual } from 'node:crypto';
import { invalid, z } from '@balcao/sdk/server';
import type { PaymentProvider, ChargeState, PaymentSettings, PixOrder } from '../../contract.ts';
import { centsOf } from '../money.ts';
import { call, refused, shaped, type ProviderCall } from './request.ts';

const defaultUrl = 'https://api.asaas.com/v3';
const paid = new Set(['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH']);
const ended = new Set(['REFUNDED', 'REFUND_REQUESTED', 'DELETED', 'CHARGEBACK_REQUESTED']);

const Payment = z.object({
  id: z.string().max(100),
  status: z.string(),
  deleted: z.boolean().optional(),
  value: z.number(),
  externalReference: z.string().nullish(),
  invoiceUrl: z.string().max(2000).nullish(),
});
const Payments = z.object({ data: z.array(Payment) });
const Customers = z.object({ data: z.array(z.object({ id: z.string() })) });
const QrCode = z.object({ payload: z.string().min(20).max(1000), expirationDate: z.string().nullish() });

const send = (
  settings: PaymentSettings,
  method: ProviderCall['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<{ status: number; body: unknown }> =>
  call({
    method,
    url: new URL(`${settings['baseUrl'] || defaultUrl}${path}`),
    headers: { access_token: settings['accessToken'] ?? '', 'user-agent': 'balcao' },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });

/** Returns the customer’s id: Asaas identifies customers by tax number. */
const customerOf = async ({ payer }: PixOrder, settings: PaymentSettings, signal: AbortSignal): Promise<string> => {
  const cpfCnpj = payer.taxNumber.replace(/[^0-9A-Za-z]/g, '');
  if (cpfCnpj === '') throw invalid({ cpfCnpj: 'ERR_TAX_NUMBER_NEEDED' });
  const known = shaped(
    Customers,
    await send(settings, 'GET', `/customers?cpfCnpj=${encodeURIComponent(cpfCnpj)}`, undefined, signal),
  );
  if (known.data[0]) return known.data[0].id;
  const body = { name: payer.name, email: payer.email, cpfCnpj };
  return shaped(z.object({ id: z.string() }), await send(settings, 'POST', '/customers', body, signal)).id;
};

const same = (signature: unknown, expected: string): boolean => {
  if (typeof signature !== 'string' || expected === '') return false;
  const one = Buffer.from(signature);
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
};

export const asaas: PaymentProvider = {
  id: 'asaas',
  label: 'provider.asaas',
  needsTaxNumber: true,
  fields: [
    { key: 'accessToken', label: 'provider.accessToken', required: true, secret: true },
    {
      key: 'notifyToken',
      label: 'provider.notifyToken',
      help: 'provider.notifyTokenHelp',
      required: true,
      secret: true,
    },
    { key: 'baseUrl', label: 'provider.baseUrl', help: 'provider.asaasUrlHelp' },
  ],
  create: async (order, settings, { signal }) => {
    // An earlier attempt may have been interrupted after Asaas accepted it.
    const before = shaped(
      Payments,
      await send(settings, 'GET', `/payments?externalReference=${order.ref}`, undefined, signal),
    );
    const made =
      before.data[0] ??
      shaped(
        Payment,
        await send(
          settings,
          'POST',
          '/payments',
          {
            customer: await customerOf(order, settings, signal),
            billingType: 'PIX',
            value: order.valueCents / 100,
            dueDate: order.dueDate,
            description: order.description,
            externalReference: order.ref,
          },
          signal,
        ),
      );
    const path = `/payments/${encodeURIComponent(made.id)}/pixQrCode`;
    const { payload, expirationDate } = shaped(QrCode, await send(settings, 'GET', path, undefined, signal));
    const expiresAt = expirationDate ? new Date(expirationDate.replace(' ', 'T')) : undefined;
    return {
      externalId: made.id,
      code: payload,
      ...(made.invoiceUrl && /^https?:/.test(made.invoiceUrl) && { url: made.invoiceUrl }),
      ...(expiresAt && !Number.isNaN(expiresAt.getTime()) && { expiresAt }),
    };
  },
  fetchStatus: async ({ ref, externalId }, settings, { signal }): Promise<ChargeState> => {
    if (externalId === '') return { status: 'pending' };
    const answer = await send(settings, 'GET', `/payments/${encodeURIComponent(externalId)}`, undefined, signal);
    if (answer.status === 404) return { status: 'ended' };
    const payment = shaped(Payment, answer);
    if (payment.externalReference !== ref) throw refused(answer.status, 'the payment is of another charge');
    if (ended.has(payment.status) || payment.deleted) return { status: 'ended' };
    const valueCents = centsOf(payment.value.toFixed(2));
    if (!paid.has(payment.status) || valueCents === undefined) return { status: 'pending' };
    return { status: 'paid', paymentId: payment.id, valueCents };
  },
  cancel: async ({ externalId }, settings, { signal }) => {
    const answer = await send(settings, 'DELETE', `/payments/${encodeURIComponent(externalId)}`, undefined, signal);
    // 400: it was paid in between; `fetchStatus` reports that.
    if (answer.status >= 300 && answer.status !== 400 && answer.status !== 404)
      throw refused(answer.status, JSON.stringify(answer.body));
  },
  isGenuine: ({ headers }, settings) => same(headers['asaas-access-token'], settings['notifyToken'] ?? ''),
};

/** Plans, invoices and payments: what others may hear of, and how another way to be paid is added. */
import { event, job, point, room } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** An invoice was paid, once: the company's licence runs until `dueDate` (`2026-12-31`). */
export const invoicePaid = event<{ invoiceId: number; dueDate: string }>('finance.invoice.paid');
/** Plan, due date or recurrence of the company changed. */
export const accountChanged = event<{ dueDate: string | null }>('finance.account.changed');

/**
 * Who may pay hears `payment` with `{ action: 'CONCLUIDA', invoiceId, dueDate }` when money came, and `changed` with `{}`
 * when due date, plan or what is to be paid is another: read it again.
 */
export const paymentRoom = room('finance.payment');

/** Issues invoices ahead, reminds, and closes or opens the company. */
export const daily = job<Record<string, never>>('finance.daily');
/** Asks providers for charges of which nothing was heard. */
export const watch = job<Record<string, never>>('finance.watch');
/** Tells providers of codes that were replaced, so that nobody can pay them any more. */
export const withdraw = job<Record<string, never>>('finance.withdraw');

/** One value that the platform's super user enters for a provider. */
export interface PaymentField {
  key: string;
  /** Locale key. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  required?: boolean;
  /** Kept encrypted, and never sent back. */
  secret?: boolean;
  multiline?: boolean;
}
export type PaymentSettings = Readonly<Record<string, string>>;

export interface PixOrder {
  /** Ours, 25 letters and digits, the same on every try: ask the provider for it before making another. */
  ref: string;
  valueCents: number;
  description: string;
  /** `2026-12-31`, in the company's time zone. */
  dueDate: string;
  payer: { name: string; email: string; taxNumber: string };
}
export interface PixCode {
  /** The provider's name of the charge. */
  externalId: string;
  /** What is scanned or pasted. */
  code: string;
  /** A page of the provider's where it can be paid. */
  url?: string;
  expiresAt?: Date;
}
/** What the provider says of a charge when it is asked. */
export type PaymentSeen =
  | { status: 'pending' | 'ended' }
  | {
      status: 'paid';
      /** The provider's name of the payment: one is applied once. */
      paymentId: string;
      valueCents: number;
    };

/** A way to be paid by Pix. `settings` are what the super user entered for it. */
export interface PaymentProvider {
  id: string;
  /** Locale key. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  fields: readonly PaymentField[];
  /** Takes nobody without a CPF or CNPJ: the checkout asks for it. */
  needsTaxNumber?: boolean;
  /** Refuses settings that cannot work: throw `invalid({ pixKey: '…' })`. */
  check?(settings: PaymentSettings): void;
  /** Throws an error with a code when the provider refuses; called again with the same `ref` after a failure. */
  create(order: PixOrder, settings: PaymentSettings, scope: Scope): Promise<PixCode>;
  /** Absent: nobody tells of payments, and a super user confirms each by hand. */
  look?(charge: { ref: string; externalId: string }, settings: PaymentSettings, scope: Scope): Promise<PaymentSeen>;
  /**
   * Another code is given out in its place: from now on nobody should be able to pay this one. Called again until it
   * resolves; a charge that was paid or is gone is no failure. Absent: the code stays payable, and money for it counts.
   */
  cancel?(charge: { ref: string; externalId: string }, settings: PaymentSettings, scope: Scope): Promise<void>;
  /** Whether a notification is the provider's. What it says is not believed either way: `look` is asked. */
  isGenuine?(call: NotificationCall, settings: PaymentSettings): boolean;
  /** Tells the provider where to notify, after the settings were saved. */
  register?(address: string, settings: PaymentSettings, signal: AbortSignal): Promise<void>;
}
export interface NotificationCall {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
}
/** Server: ways to be paid by Pix. */
export const paymentProvider = point<PaymentProvider>('payments.provider');

/** Plans, invoices and payments: events, jobs, and the point by which plugins add payment providers. */
import { event, job, point, room } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** An invoice was paid, once: the company’s licence is valid until `dueDate` (`2026-12-31`). */
export const invoicePaid = event<{ invoiceId: number; dueDate: string }>('finance.invoice.paid');
/** The plan, due date or recurrence of the company changed. */
export const accountChanged = event<{ dueDate: string | null }>('finance.account.changed');

/**
 * Live messages to people who may pay: `payment` with `{ action: 'CONCLUIDA', invoiceId, dueDate }` when a payment
 * arrived, and `changed` with `{}` when the due date, the plan or the amount due changed: fetch it again.
 */
export const paymentRoom = room('finance.payment');

/** Issues invoices ahead, sends reminders, and blocks or unblocks the company. */
export const daily = job<Record<string, never>>('finance.daily');
/** Polls providers for charges without a notification. */
export const watch = job<Record<string, never>>('finance.watch');
/** Cancels replaced codes at their providers, so that they cannot be paid any more. */
export const withdraw = job<Record<string, never>>('finance.withdraw');

/** One setting that the platform’s super user enters for a provider. */
export interface PaymentField {
  key: string;
  /** Locale key. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  required?: boolean;
  /** Stored encrypted, and never sent to browsers. */
  secret?: boolean;
  multiline?: boolean;
}
export type PaymentSettings = Readonly<Record<string, string>>;

export interface PixOrder {
  /**
   * Our reference, 25 letters and digits, the same on every attempt: look the charge up by it before you create
   * another.
   */
  ref: string;
  valueCents: number;
  description: string;
  /** `2026-12-31`, in the company’s time zone. */
  dueDate: string;
  payer: { name: string; email: string; taxNumber: string };
}
export interface PixCode {
  /** The provider’s id of the charge. */
  externalId: string;
  /** The code to scan or paste. */
  code: string;
  /** A page of the provider where the charge can be paid. */
  url?: string;
  expiresAt?: Date;
}
/** The state of a charge at its provider. */
export type ChargeState =
  | { status: 'pending' | 'ended' }
  | {
      status: 'paid';
      /** The provider’s id of the payment: each is applied once. */
      paymentId: string;
      valueCents: number;
    };

/** A provider of payments by Pix. `settings` are the values that the super user entered for it. */
export interface PaymentProvider {
  id: string;
  /** Locale key. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  fields: readonly PaymentField[];
  /** True if the provider requires a CPF or CNPJ: the checkout asks for it. */
  needsTaxNumber?: boolean;
  /** Validates the settings: throw `invalid({ pixKey: '…' })` for each that cannot work. */
  check?(settings: PaymentSettings): void;
  /**
   * Creates a charge. Throws an error with a code when the provider refuses; called again with the same `ref` after a
   * failure.
   */
  create(order: PixOrder, settings: PaymentSettings, scope: Scope): Promise<PixCode>;
  /**
   * Fetches the state of a charge. Absent: there are no notifications of payments, and a super user confirms each by
   * hand.
   */
  fetchStatus?(
    charge: { ref: string; externalId: string },
    settings: PaymentSettings,
    scope: Scope,
  ): Promise<ChargeState>;
  /**
   * Cancels a charge that was replaced by another code, so that nobody can pay it any more. Called again until it
   * resolves; a charge that is paid or does not exist is no failure. Absent: the code stays payable, and a payment by
   * it counts.
   */
  cancel?(charge: { ref: string; externalId: string }, settings: PaymentSettings, scope: Scope): Promise<void>;
  /** Verifies the sender of a notification. Its content is not trusted in either case: `fetchStatus` is called. */
  isGenuine?(call: NotificationCall, settings: PaymentSettings): boolean;
  /** Registers our notification address at the provider, after the settings were saved. */
  register?(address: string, settings: PaymentSettings, signal: AbortSignal): Promise<void>;
}
export interface NotificationCall {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
}
/** Server: providers of payments by Pix. */
export const paymentProvider = point<PaymentProvider>('payments.provider');

import { point, service } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** What a customer still has to pay, as the company's billing system tells it. */
export interface OpenInvoice {
  /** By which the billing system knows it. */
  id: string;
  /** `2026-12-10`. */
  dueDate: string;
  amountCents: number;
  /** The line of a boleto, digits only; null: it has none. */
  line: string | null;
  /** Where the boleto is seen and printed; null: nowhere. */
  url: string | null;
  /** The Pix code to copy; null: it has none. */
  pix: string | null;
}

/** A system in which a company bills its customers. */
export interface BillingSystem {
  id: string;
  /** Locale key of its name. */
  label: string;
  /** Whether the company filled in what it needs. */
  isReady(scope: Scope): boolean;
  /**
   * What the customer with this CPF or CNPJ (digits only) has open, the oldest first; undefined: it knows no such
   * customer. Throws what the call throws: people are told that the system did not answer.
   */
  openInvoices(taxNumber: string, scope: Scope): Promise<OpenInvoice[] | undefined>;
}
/** Server: systems that second copies of invoices are fetched from. */
export const billingSystem = point<BillingSystem>('billing.system');

export interface SecondCopy extends OpenInvoice {
  /** The system it came from: its id, and its name in the reader's language. */
  system: string;
  systemName: string;
}
export interface SecondCopies {
  /** Whether any system is set up. */
  isReady(): boolean;
  /**
   * Open invoices of the customer with this CPF or CNPJ, however it is written, of all systems that are set up. Throws
   * 400 for a number that is none, 404 `ERR_NO_BILLING_CUSTOMER`, 409 `ERR_BILLING_NOT_SET_UP`, 502
   * `ERR_BILLING_SYSTEM` while no system answers.
   */
  of(taxNumber: string): Promise<SecondCopy[]>;
}
/** For plugins that answer customers by themselves. */
export const secondCopies = service<SecondCopies>('billing-integrations.second-copies');

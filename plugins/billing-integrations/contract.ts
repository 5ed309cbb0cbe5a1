import { point, service } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** An unpaid invoice of a customer in the company's billing system. */
export interface OpenInvoice {
  /** Id in the billing system. */
  id: string;
  /** `2026-12-10`. */
  dueDate: string;
  amountCents: number;
  /** Digitable line of the boleto, digits only; null without one. */
  line: string | null;
  /** Address where the boleto is shown and printed; null without one. */
  url: string | null;
  /** Pix code for copying; null without one. */
  pix: string | null;
}

/** Integration of a system in which companies bill their customers. */
export interface BillingSystem {
  id: string;
  /** Locale key of its name. */
  label: string;
  /** Returns whether the company has entered the settings it requires. */
  isReady(scope: Scope): boolean;
  /**
   * Returns the open invoices of the customer with this CPF or CNPJ (digits only), oldest first; undefined when the
   * system does not know the customer. Throws when the request fails: people see that the system did not answer.
   */
  openInvoices(taxNumber: string, scope: Scope): Promise<OpenInvoice[] | undefined>;
}
/** Server: systems from which second copies of invoices are fetched. */
export const billingSystem = point<BillingSystem>('billing.system');

export interface SecondCopy extends OpenInvoice {
  /** The system the invoice comes from: its id, and its name in the reader's language. */
  system: string;
  systemName: string;
}
export interface SecondCopies {
  /** Returns whether any system is set up. */
  isReady(): boolean;
  /**
   * Returns the open invoices of the customer with this CPF or CNPJ, in any notation, from all systems that are set up.
   * Throws 400 for an invalid number, 404 `ERR_NO_BILLING_CUSTOMER`, 409 `ERR_BILLING_NOT_SET_UP`, 502
   * `ERR_BILLING_SYSTEM` when no system answers.
   */
  of(taxNumber: string): Promise<SecondCopy[]>;
}
/** Service for plugins that answer customers automatically. */
export const secondCopies = service<SecondCopies>('billing-integrations.second-copies');

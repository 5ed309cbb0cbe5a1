import type { Billing } from './useSubscription.ts';

export const steps = ['data', 'plan', 'review'] as const;
const needed = ['firstName', 'address2', 'city', 'zipcode', 'country'] as const;

/** Locale keys of what is missing, by field. */
export const billingFaults = (billing: Billing, needsTaxNumber: boolean): Record<string, string> =>
  Object.fromEntries(
    [...needed, ...(needsTaxNumber ? (['cpfCnpj'] as const) : [])]
      .filter((field) => billing[field].trim() === '')
      .map((field) => [field, `checkout.fault.${field}`]),
  );

/** The step on which what the server refused can be mended. */
export const stepOfFault = (fields: Readonly<Record<string, string>>): number => (fields['plan'] === undefined ? 0 : 1);

import type { Billing } from './useSubscription.ts';

export const steps = ['data', 'plan', 'review'] as const;
const needed = ['firstName', 'address2', 'city', 'zipcode', 'country'] as const;

/** Returns the locale keys of missing fields. */
export const billingFaults = (billing: Billing, needsTaxNumber: boolean): Record<string, string> =>
  Object.fromEntries(
    [...needed, ...(needsTaxNumber ? (['cpfCnpj'] as const) : [])]
      .filter((field) => billing[field].trim() === '')
      .map((field) => [field, `checkout.fault.${field}`]),
  );

/** Returns the step with the first field that the server refused. */
export const stepOfFault = (fields: Readonly<Record<string, string>>): number => (fields['plan'] === undefined ? 0 : 1);

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Plan } from '../plan.ts';
import type { KnownSubscription } from './known-subscription.ts';

export interface Subscription {
  licenceStatus: KnownSubscription['licenceStatus'];
  trialExpiration: string | null;
  dueDate: string | null;
  daysOverdue: number;
  recurrence: string;
  billingEmail: string;
  plan: Plan | null;
  usage: { users: number; connections: number; queues: number };
  /** The amount due; `hasCode` is true once a code was issued and its payment is pending. */
  pending: { invoiceId: number; plan: string; value: string; dueDate: string; hasCode: boolean } | null;
  plans: Plan[];
  billing: Billing;
  needsTaxNumber: boolean;
  isReady: boolean;
}
export interface Billing {
  firstName: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  cpfCnpj: string;
}
export interface Pix {
  invoiceId: number;
  qrcode: { qrcode: string };
  valor: { original: string };
  expiresAt: string | null;
  isManual: boolean;
}

const queryKey = ['finance', 'subscription'] as const;

export function useSubscription() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Subscription>('/subscription', {}, { signal }),
  });
  return { ...query, renew: () => queries.invalidateQueries({ queryKey: ['finance'] }) };
}

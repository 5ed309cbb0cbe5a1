import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';

export interface ProviderField {
  key: string;
  label: string;
  help: string;
  required: boolean;
  secret: boolean;
  multiline: boolean;
  value: string;
  isSet: boolean;
  /** Represents a secret, and changes with it. */
  mark: string;
}
export interface Provider {
  id: string;
  label: string;
  help: string;
  isAutomatic: boolean;
  fields: ProviderField[];
}
export interface Setup {
  provider: string;
  providers: Provider[];
}
export interface WaitingCharge {
  companyId: number;
  company: string;
  chargeId: number;
  ref: string;
  plan: string;
  value: string;
  createdAt: string;
  /** Another code replaced this one; a payment by it counts all the same. */
  isReplaced: boolean;
}

const setupKey = ['finance', 'setup'] as const;
const waitingKey = ['finance', 'waiting'] as const;

export function useSetup() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => api.get<Setup>('/payments/setup', {}, { signal }),
  });
  return { ...query, replace: (setup: Setup) => queries.setQueryData(setupKey, setup) };
}

export function useWaiting() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => api.get<WaitingCharge[]>('/payments/waiting', {}, { signal }),
  });
  return { ...query, renew: () => queries.invalidateQueries({ queryKey: waitingKey }) };
}

import { queryOptions } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ProviderFlags, Purpose } from '../../contract.ts';

/** Providers and choices of the platform, or of the company. */
export type Owner = 'platform' | 'company';

export interface Provider {
  id: number;
  title: string;
  protocol: string;
  baseUrl: string;
  hasKey: boolean;
  models: string[];
  flags: ProviderFlags;
  isOn: boolean;
  version: number;
}
export interface TestResult {
  isOk: boolean;
  latencyMs: number | null;
  streams: boolean;
  tools: boolean;
  models: string[];
  error: string | null;
  detail: string;
}
export interface PurposeChoice {
  purpose: Purpose;
  isOn?: boolean;
  providerId: number | null;
  model: string;
  isBackedUp?: boolean;
  fallbackProviderId?: number | null;
  fallbackModel?: string;
  contextTokens: number | null;
  maxTokens: number | null;
  temperature: number | null;
}

export const providersPath = (owner: Owner): string =>
  owner === 'platform' ? '/ai/platform-providers' : '/ai/providers';
export const purposesPath = (owner: Owner): string =>
  owner === 'platform' ? '/ai/platform-purposes' : '/ai/company-purposes';

export const providersQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['chatai', 'providers', owner],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: Provider[] }>(providersPath(owner), {}, { signal })).records,
  });
export const choicesQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['chatai', 'choices', owner],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: PurposeChoice[] }>(purposesPath(owner), {}, { signal })).records,
  });
export const protocolsQuery = queryOptions({
  queryKey: ['chatai', 'protocols'],
  queryFn: async ({ signal }) =>
    (await api.get<{ records: { id: string; title: string }[] }>('/ai/protocols', {}, { signal })).records,
});

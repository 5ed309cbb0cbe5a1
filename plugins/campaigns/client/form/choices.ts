import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ChannelTemplate } from '@balcao/connections/contract';
import type { ContactList } from '@balcao/contact-lists/contract';
import type { Tag } from '@balcao/tags/contract';
import type { CampaignSettings } from '../../contract.ts';

export interface ConnectionChoice {
  id: number;
  name: string;
  channel: string;
  status: string;
}

const minutes = 60_000;

export const useConnections = () =>
  useQuery({
    queryKey: ['campaign-choices', 'connections'],
    queryFn: ({ signal }) => api.get<ConnectionChoice[]>('/whatsapp/', { session: 0 }, { signal }),
    staleTime: minutes,
  });
export const useLists = () =>
  useQuery({
    queryKey: ['campaign-choices', 'lists'],
    queryFn: ({ signal }) => api.get<ContactList[]>('/contact-lists/list', {}, { signal }),
    staleTime: minutes,
  });
export const useTags = () =>
  useQuery({
    queryKey: ['campaign-choices', 'tags'],
    queryFn: ({ signal }) => api.get<Tag[]>('/tags/list', {}, { signal }),
    staleTime: minutes,
  });
export const useFlows = () =>
  useQuery({
    queryKey: ['campaign-choices', 'flows'],
    queryFn: ({ signal }) =>
      api.get<{ id: string; title: string; isLive: boolean }[]>('/campaigns/flows', {}, { signal }),
    staleTime: minutes,
  });
export const useTemplates = (whatsappId: number) =>
  useQuery({
    queryKey: ['campaign-choices', 'templates', whatsappId],
    queryFn: ({ signal }) =>
      api.get<{ needsTemplate: boolean; templates: ChannelTemplate[] }>(
        '/campaigns/templates',
        { whatsappId },
        { signal },
      ),
    enabled: whatsappId > 0,
    staleTime: minutes,
  });
export const useListVariables = (listId: number | null) =>
  useQuery({
    queryKey: ['campaign-choices', 'variables', listId],
    queryFn: ({ signal }) => api.get<string[]>(`/contact-lists/${listId}/variables`, {}, { signal }),
    enabled: listId !== null,
    staleTime: minutes,
  });

/** Fetches the company's settings of campaigns, which the server sends as pairs of key and JSON. */
export const useCampaignSettings = () =>
  useQuery({
    queryKey: ['campaign-settings'],
    queryFn: async ({ signal }) => {
      const pairs = await api.get<{ key: string; value: string }[]>('/campaign-settings', {}, { signal });
      return Object.fromEntries(
        pairs.map(({ key, value }) => [key, JSON.parse(value) as unknown]),
      ) as unknown as CampaignSettings;
    },
    staleTime: minutes,
  });

import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ChannelTemplate } from '@balcao/connections/contract';

export interface ConnectionChoice {
  id: number;
  name: string;
  channel: string;
  /** Hours after the customer's last message in which free text is accepted; null: always. */
  windowHours: number | null;
}

/** Connections by which a message may leave. */
export const useConnections = (): ConnectionChoice[] =>
  useQuery({
    queryKey: ['agenda', 'connections'],
    queryFn: ({ signal }) => api.get<ConnectionChoice[]>('/agenda/connections', {}, { signal }),
    staleTime: 60_000,
  }).data ?? [];

/** Templates of a connection that the provider approved. */
export const useTemplates = (connectionId: number | null): ChannelTemplate[] =>
  useQuery({
    queryKey: ['agenda', 'templates', connectionId],
    queryFn: ({ signal }) => api.get<ChannelTemplate[]>('/agenda/templates', { whatsappId: connectionId }, { signal }),
    enabled: connectionId !== null,
    staleTime: 60_000,
  }).data ?? [];

/** Returns whether a contact asked for no more campaigns. */
export const useOptedOut = (contactId: number | undefined): boolean =>
  useQuery({
    queryKey: ['agenda', 'wishes', contactId],
    queryFn: ({ signal }) => api.get<{ isOptedOut: boolean }>(`/agenda/contacts/${contactId}/wishes`, {}, { signal }),
    enabled: contactId !== undefined,
    staleTime: 60_000,
  }).data?.isOptedOut === true;

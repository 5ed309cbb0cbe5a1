import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';

export interface TokenView {
  id: number;
  connectionId: number;
  name: string;
  lastFour: string;
  createdBy: string;
  createdAt: string;
  lastUsedAt: string | null;
}
export interface ConnectionView {
  id: number;
  name: string;
  channel: string;
  status: string;
  tokens: TokenView[];
}

/** A token that was just created and is displayed once: the examples use it. */
export interface NewToken {
  id: number;
  name: string;
  token: string;
}

export const integrationsKey = ['messages-api', 'connections'];

export const useIntegrations = () =>
  useQuery({
    queryKey: integrationsKey,
    queryFn: ({ signal }) => api.get<{ connections: ConnectionView[] }>('/messages-api', {}, { signal }),
  });

export interface EndpointView {
  id: number;
  name: string;
  url: string;
  events: string[];
  isActive: boolean;
  disabledReason: 'failing' | 'gone' | null;
  failingSince: string | null;
  succeededAt: string | null;
  createdAt: string;
}
export interface OfferedEvent {
  id: string;
  label: string;
  group: string;
}
export type DeliveryState = 'waiting' | 'sent' | 'failed';
export interface DeliveryView {
  /** Sample data, sent by a person who tests the endpoint. */
  isTest: boolean;
  id: number;
  webhookId: number;
  uid: string;
  event: string;
  status: DeliveryState;
  attempts: number;
  answerStatus: number | null;
  durationMs: number | null;
  fault: string | null;
  createdAt: string;
  triedAt: string | null;
  nextAt: string | null;
}
export interface DeliveryDetailsView extends DeliveryView {
  body: string;
  answerBody: string | null;
  /** Newest first. */
  tries: DeliveryTry[];
}
export interface DeliveryTry {
  at: string;
  answerStatus: number | null;
  durationMs: number;
  fault: string | null;
}

export const endpointsKey = ['messages-api', 'webhooks'];
/** The key of an endpoint's deliveries; without a number, of those of all endpoints. */
export const deliveriesKey = (webhookId?: number) => [
  'messages-api',
  'deliveries',
  ...(webhookId === undefined ? [] : [webhookId]),
];

export const useEndpoints = () =>
  useQuery({
    queryKey: endpointsKey,
    queryFn: ({ signal }) => api.get<{ webhooks: EndpointView[] }>('/webhooks', {}, { signal }),
  });

export const useOfferedEvents = () =>
  useQuery({
    queryKey: ['messages-api', 'events'],
    queryFn: ({ signal }) => api.get<{ events: OfferedEvent[] }>('/webhooks/events', {}, { signal }),
  });

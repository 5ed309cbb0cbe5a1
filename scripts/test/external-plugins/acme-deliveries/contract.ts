import { room } from '@balcao/sdk/contract';

/** The channel of the couriers' app, and the identity kind of couriers. */
export const channelId = 'acme-deliveries';
export const courierKind = 'acme-courier';

/** Value of `data.kind` of a proof of delivery. */
export const receiptKind = 'acme-deliveries.receipt';
export interface Receipt {
  code: string;
  item: string;
  receivedBy: string;
  /** Time in ISO 8601. */
  deliveredAt: string;
}

/** The option that the customer tapped. */
export type Answer = 'today' | 'other-day';

export interface Delivery {
  id: number;
  code: string;
  item: string;
  address: string;
  contactId: number;
  contactName: string;
  /** Uuid of the customer's last conversation; null without one. */
  ticketUuid: string | null;
  wasAsked: boolean;
  answer: Answer | null;
  /** Time in ISO 8601; null while it is on its way. */
  deliveredAt: string | null;
}
/** `changed` {}: refetch the list. */
export const deliveriesRoom = room('acme-deliveries.list');

import { room } from '@balcao/sdk/contract';

/** The channel of the couriers' app, and the kind of identity that it knows a courier by. */
export const channelId = 'acme-deliveries';
export const courierKind = 'acme-courier';

/** What `data.kind` of a proof of delivery is. */
export const receiptKind = 'acme-deliveries.receipt';
export interface Receipt {
  code: string;
  item: string;
  receivedBy: string;
  /** ISO 8601. */
  deliveredAt: string;
}

/** What the customer tapped. */
export type Answer = 'today' | 'other-day';

export interface Delivery {
  id: number;
  code: string;
  item: string;
  address: string;
  contactId: number;
  contactName: string;
  /** Of the customer's last conversation; null: there was none yet. */
  ticketUuid: string | null;
  wasAsked: boolean;
  answer: Answer | null;
  /** ISO 8601; null: it is on its way. */
  deliveredAt: string | null;
}
/** `changed` {}: fetch the list again. */
export const deliveriesRoom = room('acme-deliveries.list');

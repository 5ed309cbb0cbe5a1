/** The simulated phone network, for tests and for trying the product. */
import { event, room } from '@balcao/sdk/contract';
import type { MessageData, OutboundMenu } from '@balcao/connections/contract';

export const channelId = 'sandbox';

/** A file on a simulated phone. */
export interface PhoneMedia {
  url: string;
  name: string;
  mime: string;
  type: string;
}

/** A message on a simulated phone. */
export interface PhoneMessage {
  /** The network’s id. */
  id: string;
  body: string;
  /** Written by the person with the phone; false for a message of the company. */
  fromPhone: boolean;
  /** 1 sent, 2 delivered, 3 read; for the company’s messages. */
  ack: number;
  at: string;
  media: PhoneMedia | null;
  /** All its files, if it has several; `media` is the first. */
  medias?: PhoneMedia[];
  data: MessageData | null;
  /** The company’s tappable choices. */
  menu?: OutboundMenu | null;
  reactions: PhoneReaction[];
  isEdited: boolean;
  /** Its author deleted it: its content is not displayed. */
  isDeleted: boolean;
}
/** One reaction per side. */
export interface PhoneReaction {
  emoji: string;
  byPhone: boolean;
}

/** The network accepted a message of the company. */
export const messageReachedPhone = event<{ connectionId: number; number: string; externalId: string }>(
  'channel-sandbox.phone.reached',
);

/**
 * One phone: `message` {message}, `changed` {id, change: Partial<PhoneMessage>}, `ack` {id, ack}, `presence` {state}.
 * `number` is in digits.
 */
export const phoneRoom = room<{ connectionId: number; number: string }>('channel-sandbox.phone');

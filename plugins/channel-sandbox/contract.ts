/** The simulated phone network, for tests and for trying the product out. */
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

/** What a simulated phone shows. */
export interface PhoneMessage {
  /** The network's id. */
  id: string;
  body: string;
  /** Written by the person with the phone; false: received from the company. */
  fromPhone: boolean;
  /** 1 sent, 2 delivered, 3 read; of what the company wrote. */
  ack: number;
  at: string;
  media: PhoneMedia | null;
  /** All its files, where it has several; `media` is the first. */
  medias?: PhoneMedia[];
  data: MessageData | null;
  /** Choices to tap, which the company sent with it. */
  menu?: OutboundMenu | null;
  reactions: PhoneReaction[];
  isEdited: boolean;
  /** Its author took it back: nothing of it is shown. */
  isDeleted: boolean;
}
/** One a side. */
export interface PhoneReaction {
  emoji: string;
  byPhone: boolean;
}

/** The network took a message of the company. */
export const phoneReached = event<{ connectionId: number; number: string; externalId: string }>(
  'channel-sandbox.phone.reached',
);

/** One phone: `message` {message}, `changed` {id, change: Partial<PhoneMessage>}, `ack` {id, ack}, `presence` {state}. `number` are digits. */
export const phoneRoom = room<{ connectionId: number; number: string }>('channel-sandbox.phone');

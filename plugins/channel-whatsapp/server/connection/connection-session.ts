import { session } from '@balcao/sdk/contract';
import type { OutboundMessage, Presence, MessageReference } from '@balcao/connections/contract';
import type { Jid } from './worker-protocol.ts';

/** Requests to a connection’s session from any node. */
export type ConnectionQuestion =
  | { do: 'send'; id: string; message: OutboundMessage }
  | { do: 'react'; target: MessageReference; emoji: string; to: Jid }
  | { do: 'edit'; target: MessageReference; body: string; to: Jid }
  | { do: 'revoke'; target: MessageReference; to: Jid }
  | { do: 'read'; ids: string[]; to: Jid }
  | { do: 'presence'; state: Presence; to: Jid }
  | { do: 'check'; number: string }
  | { do: 'pairing-code'; number: string }
  /** Reads messages of the history, as the inbox accepts them, with their files stored. */
  | { do: 'read-history'; messages: string[] }
  /** Ends the pause after a failure of the network, and retries; without a pause the status is published again. */
  | { do: 'try-now' }
  /** Unlinks the device: the phone removes it, and its keys are deleted. */
  | { do: 'logout' };

/** The session of a linked device, by the id of its connection. */
export const connectionSession = session<ConnectionQuestion, unknown>('channel-whatsapp.connection');

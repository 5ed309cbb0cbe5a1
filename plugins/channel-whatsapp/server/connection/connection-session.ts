import { session } from '@balcao/sdk/contract';
import type { OutboundMessage, Presence, SaidMessage } from '@balcao/connections/contract';
import type { Jid } from '../line/language.ts';

/** Requests to a connection’s session from any node. */
export type ConnectionQuestion =
  | { do: 'send'; id: string; message: OutboundMessage }
  | { do: 'react'; target: SaidMessage; emoji: string; to: Jid }
  | { do: 'edit'; target: SaidMessage; body: string; to: Jid }
  | { do: 'revoke'; target: SaidMessage; to: Jid }
  | { do: 'read'; ids: string[]; to: Jid }
  | { do: 'presence'; state: Presence; to: Jid }
  | { do: 'check'; number: string }
  | { do: 'pairing-code'; number: string }
  /** Reads messages of the history, as the inbox accepts them, with their files stored. */
  | { do: 'read-past'; messages: string[] }
  /** Ends the pause after a failure of the network, and retries. */
  | { do: 'try-now' }
  /** Unlinks the device: the phone removes it, and its keys are deleted. */
  | { do: 'logout' };

/** The session of a linked device, by the id of its connection. */
export const connectionSession = session<ConnectionQuestion, unknown>('channel-whatsapp.line');

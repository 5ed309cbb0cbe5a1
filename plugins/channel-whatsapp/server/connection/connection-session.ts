import { session } from '@balcao/sdk/contract';
import type { OutboundMessage, Presence, SaidMessage } from '@balcao/connections/contract';
import type { Jid } from '../line/language.ts';

/** What the session of a line is asked from any node. */
export type ConnectionQuestion =
  | { do: 'send'; id: string; message: OutboundMessage }
  | { do: 'react'; target: SaidMessage; emoji: string; to: Jid }
  | { do: 'edit'; target: SaidMessage; body: string; to: Jid }
  | { do: 'revoke'; target: SaidMessage; to: Jid }
  | { do: 'read'; ids: string[]; to: Jid }
  | { do: 'presence'; state: Presence; to: Jid }
  | { do: 'check'; number: string }
  | { do: 'pairing-code'; number: string }
  /** What stands in messages of the time before: as the inbox takes them, with their files kept. */
  | { do: 'read-past'; messages: string[] }
  /** The network did not answer: tries again without waiting its time. */
  | { do: 'try-now' }
  /** Ends the link for good: the telephone forgets this device, and the device its keys. */
  | { do: 'logout' };

/** A linked device, by the id of its connection. */
export const connectionSession = session<ConnectionQuestion, unknown>('channel-whatsapp.line');

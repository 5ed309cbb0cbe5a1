/** Requests between the server and the worker that runs a connection. All values pass between threads. */
import type { MediaType, MessageData, Presence } from '@balcao/connections/contract';

/** Address and version of the network. */
export interface Network {
  /** Absent for WhatsApp itself. */
  simulator?: Simulator;
  /** `2.3000.1043857760`; absent for the version of the client library. */
  version?: string;
}
/** A simulated network on this computer, for tests: its addresses and trusted certificates. */
export interface Simulator {
  url: string;
  /** Public key of its Noise certificates’ root, in hex. */
  root: string;
  /** Certificate of its media server, PEM. */
  ca: string;
  /** Host and port of its media server. */
  files: string;
}

/** The addresses of a person, as far as the network reveals them. */
export interface NetworkPerson {
  /** Digits. */
  phone?: string;
  /** The id of people who hide their number. */
  lid?: string;
}

/** A person whose name the phone knows. */
export interface NamedPerson extends NetworkPerson {
  name: string;
  /** True for a name of the phone’s address book; otherwise it is the person’s own. */
  isSaved: boolean;
}

/** The period of old messages to import. Times in milliseconds. */
export interface HistoryPeriod {
  from: number;
  until: number;
  groups: boolean;
}
/** A message of the history, serialised as it was received. */
export interface HistoryMessage {
  /** Identifies the message on the connection: chat and id. */
  key: string;
  at: number;
  /** The network's own format (`WebMessageInfo`), in base64. */
  encoded: string;
}

export interface Picture {
  type: MediaType;
  /** A file on this computer’s disk: the receiver deletes it. */
  file: string;
  name: string;
  mime: string;
}

export interface Arrived {
  id: string;
  chat: NetworkPerson;
  group?: { id: string; name: string };
  /** The author: the other side of the chat, or a member of the group. */
  from: NetworkPerson;
  fromMe: boolean;
  name: string;
  at: number;
}
export interface ArrivedMessage extends Arrived {
  body: string;
  media?: Picture;
  /** The content cannot be displayed: a file that could not be fetched, or an unknown kind. */
  missing?: 'media' | 'kind';
  /** The tapped choice. */
  choice?: string;
  quotedId?: string;
  isForwarded?: boolean;
  data?: MessageData;
}

/** Key kinds whose values contain their own names, so that all of them can be read without knowing a name. */
export type SelfNamingKind = 'inbound' | 'person' | 'push-name';

/** Requests of the worker. */
export type ToServer =
  | { do: 'keys.get'; kind: string; names: string[] }
  | { do: 'keys.set'; rows: { kind: string; name: string; value: string | null }[] }
  | { do: 'keys.all'; kind: SelfNamingKind }
  | { do: 'creds.set'; creds: string }
  | { do: 'qr'; code: string }
  | { do: 'paired' }
  | { do: 'open'; me: NetworkPerson }
  /** The socket is closed: `code` is the reason as the client library numbers it. */
  | { do: 'closed'; code: number }
  | { do: 'message'; message: ArrivedMessage }
  | { do: 'reaction'; target: string; emoji: string; by: Arrived }
  | { do: 'edit'; target: string; body: string; by: Arrived }
  | { do: 'revoke'; target: string; by: Arrived }
  | { do: 'ack'; id: string; ack: 1 | 2 | 3 | 4 }
  | { do: 'presence'; from: NetworkPerson; state: Presence }
  /** A person calls; the answer is true if the call is refused. */
  | { do: 'call'; from: NetworkPerson }
  | { do: 'people'; people: NamedPerson[] }
  | { do: 'history'; messages: HistoryMessage[] }
  /** A part of the history is stored; `isLast`: the phone has no more. */
  | { do: 'history-progress'; isLast: boolean }
  /**
   * A part of the history could not be stored: `status` of the media server, null for any other cause. The error itself
   * stays in the worker, because it may contain addresses and content.
   */
  | { do: 'history-failed'; attempt: number; willRetry: boolean; status: number | null }
  /** The picture of a person or group; without bytes it was removed. */
  | { do: 'picture'; of: NetworkPerson & { group?: string }; bytes?: Uint8Array };

/** The recipient, as the network addresses it: `5511999990000@s.whatsapp.net`, `…@lid`, `…@g.us`. */
export type Jid = string;

export interface Outgoing {
  /** The message’s id on the network: the same on every attempt. */
  id: string;
  to: Jid;
  body: string;
  media?: Picture & { isVoice?: boolean };
  quoted?: { id: string; fromMe: boolean; body: string };
  isForwarded?: boolean;
}

/** Requests of the server. */
export type ToWorker =
  | { do: 'start'; network: Network; creds: string | null; history: HistoryPeriod | null }
  | { do: 'stop' }
  | { do: 'logout' }
  | { do: 'pairing-code'; number: string }
  | { do: 'send'; message: Outgoing }
  | { do: 'react'; target: string; fromMe: boolean; emoji: string; to: Jid }
  | { do: 'edit'; target: string; body: string; to: Jid }
  | { do: 'revoke'; target: string; to: Jid }
  | { do: 'read'; ids: string[]; to: Jid }
  | { do: 'presence'; state: Presence; to: Jid }
  | { do: 'check'; number: string }
  /** Reads messages of the history, with their files on this computer’s disk. */
  | { do: 'read-history'; messages: string[] };

/** What the server and the worker that holds a line say to each other. Everything here passes between threads. */
import type { MediaType, MessageData, Presence } from '@balcao/connections/contract';

/** Where WhatsApp is. */
export interface Network {
  /** Absent: WhatsApp itself. */
  simulator?: Simulator;
  /** `2.3000.1043857760`; absent: the one the client library was released with. */
  version?: string;
}
/** A simulated network on this computer: its address, and whom to trust there. */
export interface Simulator {
  url: string;
  /** Public key of the root of its Noise certificates, in hex. */
  root: string;
  /** Certificate of its media server, PEM. */
  ca: string;
  /** Host and port of its media server. */
  files: string;
}

/** Somebody, by what the network told of them. */
export interface Peer {
  /** Digits. */
  phone?: string;
  /** The id of people who keep their number to themselves. */
  lid?: string;
}

/** Somebody whose name the telephone knows. */
export interface Known extends Peer {
  name: string;
  /** It stands in the address book; otherwise people call themselves so. */
  isSaved: boolean;
}

/** Which messages of the time before are taken over. Times in milliseconds. */
export interface PastWanted {
  from: number;
  until: number;
  groups: boolean;
}
/** A message of the time before, as it came. */
export interface PastMessage {
  /** Unique on the line. */
  name: string;
  at: number;
  value: string;
}

export interface Picture {
  type: MediaType;
  /** On this computer's disk: whoever asked removes it. */
  file: string;
  name: string;
  mime: string;
}

export interface Arrived {
  id: string;
  chat: Peer;
  group?: { id: string; name: string };
  /** Who wrote it: the other side of the chat, or a member of the group. */
  from: Peer;
  fromMe: boolean;
  name: string;
  at: number;
}
export interface ArrivedMessage extends Arrived {
  body: string;
  media?: Picture;
  /** What it holds cannot be shown: a file that could not be fetched, or a kind that nobody here knows. */
  missing?: 'media' | 'kind';
  /** The choice that was tapped. */
  choice?: string;
  quotedId?: string;
  isForwarded?: boolean;
  data?: MessageData;
}

/** Asked by the worker. */
export type ToServer =
  | { do: 'keys.get'; kind: string; names: string[] }
  | { do: 'keys.set'; rows: { kind: string; name: string; value: string | null }[] }
  | { do: 'keys.all'; kind: string }
  | { do: 'creds.set'; creds: string }
  | { do: 'qr'; code: string }
  | { do: 'paired' }
  | { do: 'open'; me: Peer }
  /** The link is down: `code` is the reason as the client library numbers it. */
  | { do: 'closed'; code: number }
  | { do: 'message'; message: ArrivedMessage }
  | { do: 'reaction'; target: string; emoji: string; by: Arrived }
  | { do: 'edit'; target: string; body: string; by: Arrived }
  | { do: 'revoke'; target: string; by: Arrived }
  | { do: 'ack'; id: string; ack: 1 | 2 | 3 | 4 }
  | { do: 'presence'; from: Peer; state: Presence }
  /** Somebody calls; answered by whether the call is refused. */
  | { do: 'call'; from: Peer }
  | { do: 'people'; people: Known[] }
  | { do: 'past'; messages: PastMessage[] }
  /** A part of the past is in; `isLast`: the telephone has no more. */
  | { do: 'past-told'; isLast: boolean }
  /** Somebody's picture, or a group's; without bytes there is none any more. */
  | { do: 'picture'; of: Peer & { group?: string }; bytes?: Uint8Array };

/** Whom to write to, as the network addresses them: `5511999990000@s.whatsapp.net`, `…@lid`, `…@g.us`. */
export type Jid = string;

export interface Outgoing {
  /** The message's id on the network: the same on every try. */
  id: string;
  to: Jid;
  body: string;
  media?: Picture & { isVoice?: boolean };
  quoted?: { id: string; fromMe: boolean; body: string };
  isForwarded?: boolean;
}

/** Asked by the server. */
export type ToWorker =
  | { do: 'start'; network: Network; creds: string | null; past: PastWanted | null }
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
  /** What stands in messages of the time before, with their files on this computer's disk. */
  | { do: 'read-past'; messages: string[] };

/** Contract of campaigns: what the routes return, the live rooms, the events, and the service of opt-outs. */
import { event, job, room, service, session } from '@balcao/sdk/contract';
import type { TemplateMessage } from '@balcao/connections/contract';

export type { TemplateMessage };

export type CampaignStatus = 'INATIVA' | 'PROGRAMADA' | 'EM_ANDAMENTO' | 'CANCELADA' | 'FINALIZADA';
export const campaignStatuses: readonly CampaignStatus[] = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'CANCELADA',
  'FINALIZADA',
];

/**
 * The state of one recipient. `waiting` → (`asked` → `confirmed` →) `released` → `sent` → `delivered` → `read` →
 * `answered`; ends: `skipped` (never sent, with a reason), `failed` (with a reason), `uncertain` (the provider could
 * not tell if it was sent; nothing is sent again).
 */
export type RecipientState =
  | 'waiting'
  | 'asked'
  | 'confirmed'
  | 'released'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'answered'
  | 'skipped'
  | 'failed'
  | 'uncertain';
export const recipientStates: readonly RecipientState[] = [
  'waiting',
  'asked',
  'confirmed',
  'released',
  'sent',
  'delivered',
  'read',
  'answered',
  'skipped',
  'failed',
  'uncertain',
];

/**
 * Why a recipient was left out. `opted-out`: the person asked for no more campaigns; `invalid`: the number does not
 * exist; `being-attended`: the conversation with an attendant did not end within 24 h; `unconfirmed`: no answer to the
 * question within 7 days; `removed`: the contact was deleted or erased.
 */
export type SkipReason = 'opted-out' | 'invalid' | 'being-attended' | 'unconfirmed' | 'removed';

/**
 * Why a running campaign does not send at the moment. The first group ends by itself, `until` where the time is known:
 * `preparing` the audience, `window` (send hours), `cap` (daily limit of a young connection), `connection-down`,
 * `channel-off` (the plugin of the channel is off), `throttled` (the provider asked to wait). The second waits for a
 * person, who continues by `POST /campaigns/{id}/continue`: `failures` (over 10 % of the last 50), `session-lost` (the
 * session was ended by the network), `restricted` (the provider restricted the account), `template` (no longer
 * approved).
 */
export type PauseReason =
  | 'preparing'
  | 'window'
  | 'cap'
  | 'connection-down'
  | 'channel-off'
  | 'throttled'
  | 'failures'
  | 'session-lost'
  | 'restricted'
  | 'template';
/** Reasons that only a person ends. */
export const heldReasons: readonly PauseReason[] = ['failures', 'session-lost', 'restricted', 'template'];

/** The basis in the data protection law (LGPD, art. 7) on which the company writes to these people. */
export type LegalBasis = 'consent' | 'legitimate-interest' | 'contract';

/** Limit of messages, and of questions that ask for a confirmation, per campaign. */
export const maxMessages = 5;

/** Seconds between two messages, and after how many of them a longer pause follows; 0: none. */
export interface CampaignPace {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
}

/** The fields that people fill in. `message1` to `message5` are the variants: each person gets one of the filled ones. */
export interface CampaignFields {
  name: string;
  whatsappId: number;
  contactListId: number | null;
  /** Ids of tags: people with a conversation that has any of them. */
  tagFilters: number[];
  /** Area codes: any of them. */
  dddFilters: number[];
  message1: string;
  message2: string;
  message3: string;
  message4: string;
  message5: string;
  /** The main message is sent only after the person answered a question. */
  confirmation: boolean;
  confirmationMessage1: string;
  confirmationMessage2: string;
  confirmationMessage3: string;
  confirmationMessage4: string;
  confirmationMessage5: string;
  /** ISO 8601; null: inactive. On creation at least one hour ahead. */
  scheduledAt: string | null;
  /** Instead of messages, on channels with templates. Values may contain variables, such as `{nome}`. */
  template: TemplateMessage | null;
  /** The template of the question, where the channel needs one. */
  confirmationTemplate: TemplateMessage | null;
  /** A flow that starts instead of a message; null: none. */
  flowId: string | null;
  legalBasis: LegalBasis;
  /** Text in place of an empty `{nome}`; '' for nothing. */
  nameFallback: string;
  /** Adds a line at the end of each message that says how to opt out. */
  optOutFooter: boolean;
  /** The send hours apply in the recipient's time zone, by area code. */
  recipientZone: boolean;
  /** Sends also to people who are just being attended, in that conversation. */
  interrupts: boolean;
  /**
   * A pace of its own; null: the company's. Campaigns that run on one connection at the same time share its pace, which
   * is then the slowest of theirs.
   */
  pace: CampaignPace | null;
}

/** A campaign as lists and forms receive it. */
export interface CampaignView extends CampaignFields {
  id: number;
  companyId: number;
  status: CampaignStatus;
  startedAt: string | null;
  completedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Null: the connection was deleted. */
  whatsapp: { id: number; name: string; channel: string; status: string } | null;
  contactList: { id: number; name: string } | null;
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
  /** Why it does not send at the moment; null: it sends, or is not running. */
  pause: { reason: PauseReason; until: string | null; at: string; detail: string | null } | null;
  /** Recipients of the frozen audience; 0 before the start. */
  contacts: number;
  /** Recipients whose message arrived (delivered, read or answered). */
  delivered: number;
  /** Recipients whose message has left, arrived or not. */
  sent: number;
  /** Recipients whose message failed, or may not have left. */
  failed: number;
  /** Recipients who have had no message yet, and will get one. */
  waiting: number;
  /** Seconds until the last message at the present pace; null: it is not running, or not within a year. */
  etaSeconds: number | null;
  /** The campaign that it repeats; null: none. */
  repeats: number | null;
  createdBy: { id: number; name: string } | null;
  /** When and by whom it was stopped; null: it is not stopped. Without a name: the person was removed. */
  cancelled: { at: string; by: { id: number; name: string } | null } | null;
  /** False: it may not be changed now (it runs, has ended, or starts within the hour). */
  isEditable: boolean;
  /** Raised by every change; send it with PUT, and a change by somebody else is ERR_CAMPAIGN_CHANGED (409). */
  version: number;
}

/** One recipient. */
export interface ShippingView {
  id: number;
  name: string;
  /** As this reader may see it: complete, or its last four digits. */
  number: string;
  contact: { id: number; name: string } | null;
  /** Null: no conversation yet. */
  ticketId: number | null;
  ticketUuid: string | null;
  state: RecipientState;
  /** A `SkipReason`, or a code of the failure of the channel; null: none. */
  reason: string | null;
  /** From 1. */
  variant: number;
  confirmationRequestedAt: string | null;
  confirmedAt: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  answeredAt: string | null;
  /** Opted out after this campaign had reached them. */
  optedOutAt: string | null;
  /** The beginning of the answer; null: none, or the reader may not open the conversation. */
  answer: string | null;
}

/**
 * The cards of the report. Each opens `GET /campaigns/{id}/shipping?card=`. `opted-out`: left out, because they had
 * opted out before; `left`: opted out after the campaign had reached them; `wanted`:
 * answered, and did not.
 */
export type ReportCard =
  | 'all'
  | 'pending'
  | 'asked'
  | 'confirmed'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'answered'
  | 'wanted'
  | 'failed'
  | 'skipped'
  | 'opted-out'
  | 'left';
export const reportCards: readonly ReportCard[] = [
  'all',
  'pending',
  'asked',
  'confirmed',
  'sent',
  'delivered',
  'read',
  'answered',
  'wanted',
  'failed',
  'skipped',
  'opted-out',
  'left',
];

/** The numbers of one campaign. */
export interface CampaignCounts {
  total: number;
  /** Recipients by their present state. Their sum is `total`. */
  waiting: number;
  asked: number;
  confirmed: number;
  released: number;
  sent: number;
  delivered: number;
  read: number;
  answered: number;
  skipped: number;
  failed: number;
  uncertain: number;
  /** Of `skipped`, those who had opted out before their turn. */
  optedOut: number;
  /** Opted out after they had received this campaign. */
  optedOutAfter: number;
  /** Why people were left out, or their message failed, the most frequent first. */
  reasons: { state: 'skipped' | 'failed'; reason: string; count: number }[];
  /** Numbers that were in the audience more than once, and count once. */
  duplicates: number;
  /** Seconds until the last message at the present pace; null: not running. */
  etaSeconds: number | null;
  /** `delivered` here includes read and answered ones, `read` includes answered ones. */
  variants: { index: number; total: number; sent: number; delivered: number; read: number; answered: number }[];
}

/** Sent and answered messages of one hour. */
export interface HourCounts {
  /** Beginning of the hour, ISO 8601. */
  hour: string;
  sent: number;
  delivered: number;
  read: number;
  answered: number;
}

/** The audience and the duration of a campaign that is being written. */
export interface CampaignPreview {
  /** Numbers in the list or in the contacts, before the filters. */
  found: number;
  /** Left out by the filters of tags and area codes. */
  outside: number;
  duplicates: number;
  invalid: number;
  optedOut: number;
  /** People who will get a message. */
  remaining: number;
  /** From the first to the last message at the present pace, with the send hours and daily limits; null: no end within a year. */
  durationSeconds: number | null;
  startsAt: string;
  endsAt: string | null;
  /** The hours in which it sends, `08:00` to `20:00`; days from 0 (Sunday). */
  hours: { from: string; until: string; days: number[] };
  /** Seconds between two messages. */
  interval: number;
  /** Messages per day that a young connection may send; null: no limit. */
  dailyCap: number | null;
  /** Unique people whom the company may write to in 24 h by its contract with the provider; null: unknown, or no limit. */
  portfolioLimit: number | null;
  /** True if the provider charges for each message: the campaign sends templates. */
  isCharged: boolean;
  /** Three real people, with the question and the message as they read them. `question` null: none is asked. */
  samples: { name: string; number: string; question: string | null; text: string }[];
  /** Risks: suffixes of locale keys under `warning.`, with their values. */
  warnings: { code: PreviewWarning; values: Record<string, string | number> }[];
}
export type PreviewWarning =
  /** Nobody is left. */
  | 'nobody'
  /** The connection is not connected. */
  | 'connection-down'
  /** Free text on a channel with a reply window: only people who wrote within the last hours get it. */
  | 'needs-template'
  /** A young pairing: the network may block the number. Values: `cap`. */
  | 'young-connection'
  /** The provider's limit of unique people is below the audience. Values: `limit`. */
  | 'portfolio-limit'
  /** It will take longer than a week. Values: `days`. */
  | 'long'
  /** Other campaigns send on the same connection and share its pace. Values: `count`. */
  | 'shared-pace'
  /** One text for everybody on a channel without a provider's approval. */
  | 'same-text'
  /** People have no name and `{nome}` is used without a fallback. Values: `count`. */
  | 'no-name';

/** Pace, send hours, words and guards of the company. */
export interface CampaignSettings extends CampaignPace {
  /** Custom variables: `{key}` in a message becomes the value. */
  variables: { key: string; value: string }[];
  /** `08:00`; from and until are in the company's time zone, or the recipient's where a campaign says so. */
  windowFrom: string;
  windowUntil: string;
  /** 0 (Sunday) to 6. */
  windowDays: number[];
  /** Messages that consist of one of these opt out. */
  optOutWords: string[];
  /** These opt out only as an answer to a campaign. */
  optOutWordsAfter: string[];
  /** The word to return. */
  returnWord: string;
  optOutAnswer: string;
  returnAnswer: string;
  /** The line at the end of messages. `{sair}` becomes the first word. */
  optOutFooter: string;
  /** Limits a young connection: 20, 50, 100, 200 messages a day from day 0, 4, 8, 15. */
  warmUp: boolean;
  /** Stops when over 10 % of the last 50 messages fail. */
  stopOnFailures: boolean;
  /** Asks the channel if a number exists before the first message, at most one in 5 seconds. */
  checkNumbers: boolean;
}

/** A person who gets no campaigns. */
export interface OptOutView {
  id: number;
  /** '' after the data of the person was erased. */
  number: string;
  name: string;
  /** `word`: wrote it; `provider`: told the network; `manual`: somebody of the company. */
  source: 'word' | 'provider' | 'manual';
  /** Text that the person wrote. */
  text: string;
  channel: string;
  at: string;
  /** The person who recorded it. */
  user: { id: number; name: string } | null;
  campaign: { id: number; name: string } | null;
}

/** The opt-outs of the company, for everybody who sends advertising. */
export interface OptOuts {
  /** Takes digits in any spelling, with or without the ninth digit. */
  isOptedOut(number: string): Promise<boolean>;
  optOut(number: string, how: { source: OptOutView['source']; channel: string; text?: string }): Promise<void>;
  /** The person wants campaigns again. */
  optIn(number: string): Promise<void>;
}
export const optOuts = service<OptOuts>('campaigns.opt-outs');

/** A person answered a campaign: once per recipient. Key: the conversation. */
export const recipientAnswered = event<{
  campaignId: number;
  recipientId: number;
  contactId: number;
  ticketId: number;
  messageId: number;
  at: string;
}>('campaigns.recipient.answered');

/** Live messages: `update` {campaign: CampaignView}, `delete` {campaignId}, `settings` {}, `opt-outs` {}. */
export const campaignsRoom = room('campaigns.list');
/** One campaign, at most once a second: `progress` {counts: CampaignCounts, status, pause}. */
export const campaignRoom = room<{ campaignId: number }>('campaigns.campaign');

/** Starts campaigns whose time has come, continues the preparation, and ends unanswered questions. */
export const startDue = job<Record<string, never>>('campaigns.start-due');
/** Ends the unanswered questions of stopped campaigns, and the receipts once no campaign needs them. */
export const tidyCampaigns = job<Record<string, never>>('campaigns.tidy');
/** Writes the audience of a started campaign down, in batches. */
export const freezeAudience = job<{ campaignId: number }>('campaigns.freeze');
/** Sends the campaigns of one connection; named by its id. `wake`: look again now. */
export const runner = session<'wake', true>('campaigns.runner');

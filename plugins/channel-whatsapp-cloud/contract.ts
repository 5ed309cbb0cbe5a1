/** WhatsApp by the official Cloud API: what its server and the company's screens say to each other. */
import { job } from '@balcao/sdk/contract';
import type { Template } from './template/template.ts';

export type { Template };

export const channelId = 'whatsapp-cloud';

/** `v25.0` is answered until July 2028. */
export const defaultVersion = 'v25.0';

/** What the company types of its account at Meta. Secrets only go in: an answer says whether they are there. */
export interface AccountForm {
  /** Id of the number, not the number. */
  phoneNumberId: string;
  /** Id of the WhatsApp Business account. */
  wabaId: string;
  graphVersion: string;
  /** Absent: stays as it is. */
  token?: string;
  appSecret?: string;
  verifyToken?: string;
}

/** `GET` and `PUT /whatsapp-cloud/connections/:connectionId` */
export interface ShownAccount extends Pick<AccountForm, 'phoneNumberId' | 'wabaId' | 'graphVersion'> {
  connectionId: number;
  has: { token: boolean; appSecret: boolean; verifyToken: boolean };
  /** Below the server's origin: the address that Meta calls. */
  webhookPath: string;
  /** When Meta proved the address with the verify token; null: it never did. */
  verifiedAt: string | null;
  /** When the last signed call came. */
  heardAt: string | null;
  /** The company's own number and name, as Meta shows them; '' until they were read. */
  displayNumber: string;
  verifiedName: string;
  /** Why it is down, or what Meta holds against the account: a key below `trouble`; '' when nothing. */
  trouble: string;
}

export const checks = [
  'fields',
  'token',
  'permissions',
  'secret',
  'number',
  'waba',
  'subscription',
  'webhook',
] as const;
export type Check = (typeof checks)[number];
/** One line of `POST /whatsapp-cloud/connections/:connectionId/check`. */
export interface CheckLine {
  check: Check;
  /** `skipped`: an earlier one must be right first. */
  state: 'ok' | 'warn' | 'bad' | 'skipped';
  /** What was found: a key below `check.{check}`. */
  says: string;
  /** Fits into the sentence: a permission, a date, a name. */
  values: Record<string, string>;
}

/** Files that a customer sent, from Meta to the company's storage. */
export const fetchIncoming = job<{ connectionId: number; externalId: string }>('channel-whatsapp-cloud.fetch-incoming');
/** Templates are read anew and tokens looked at, so that an end is known before somebody needs them. */
export const lookAfter = job<Record<string, never>>('channel-whatsapp-cloud.look-after');
/** Tries again to reach Meta for a connection that could not. */
export const reconnect = job<{ connectionId: number; tries: number }>('channel-whatsapp-cloud.reconnect');

import { sql, type AppError, type Scope } from '@balcao/sdk/server';
import type { ChannelAdapter, Connection } from '@balcao/connections/contract';
import type { CampaignSettings } from '../../contract.ts';

/** The values that all releases of one connection share. */
export interface ReleaseContext {
  connection: Connection;
  adapter: ChannelAdapter;
  settings: CampaignSettings;
  /** Key of the hashes of opt-outs. */
  key: string;
  /** Limit of messages today; null: none. */
  cap: number | null;
}

/** A recipient whose turn it is, locked by the transaction that took it. */
export interface DueRecipient {
  id: number;
  position: number;
  variant: number;
  contactId: number | null;
  name: string;
  number: string;
  numberKey: string;
  address: string;
  /** Further columns of the list. */
  variables: Record<string, string> | null;
  attendedSince: Date | null;
  optedOut: boolean;
  /** The channel's answer about the number; null: not asked lately. */
  checked: boolean | null;
  checkedValue: string | null;
}

/** A recipient whose message was stored, to be written down with the others of the part. */
export interface StoredRelease {
  id: number;
  contact: number;
  ticket: number;
  address: string;
  what: 'main' | 'ask' | 'flow';
  message: number | null;
}

/** A fault of one person, for which nobody else has to wait. Everything of the transaction is undone. */
export class RecipientFault extends Error {
  readonly recipientId: number;
  readonly code: string;
  constructor(recipientId: number, cause: AppError) {
    super(cause.code, { cause });
    this.recipientId = recipientId;
    this.code = cause.code;
  }
}

export const skip = (scope: Scope, id: number, reason: string) =>
  scope.sql.run(
    sql`update campaigns.recipient set state = 'skipped', reason = ${reason}, settled_at = now(), not_before = null
         where id = ${id} and state in ('waiting', 'asked')`,
  );

/** Postpones people who are being attended: they are looked at again every few minutes, for a day. */
export const postpone = async (scope: Scope, person: DueRecipient, contactId: number): Promise<void> => {
  if (person.attendedSince !== null && Date.now() - person.attendedSince.getTime() > 86_400_000) {
    await skip(scope, person.id, 'being-attended');
    return;
  }
  await scope.sql.run(
    sql`update campaigns.recipient
           set not_before = now() + interval '5 minutes', attended_since = coalesce(attended_since, now()), contact_id = ${contactId}
         where id = ${person.id} and state = 'waiting'`,
  );
};

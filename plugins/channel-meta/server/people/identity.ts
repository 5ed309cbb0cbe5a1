import { sql, type Scope } from '@balcao/sdk/server';
import type { Identity } from '@balcao/connections/contract';
import { idAtMeta, type Account } from '../account/account.ts';

/** Returns the identity of a person: ids are valid on one page, or one Instagram account, only. */
export const identityOf = (account: Pick<Account, 'channel' | 'pageId' | 'igId'>, person: string): Identity => ({
  channel: account.channel,
  scope: idAtMeta(account),
  kind: kindOn(account.channel),
  value: person,
});
export const kindOn = (channel: string): 'igsid' | 'psid' => (channel === 'instagram' ? 'igsid' : 'psid');

/** Returns which of these people have a contact already. */
export const knownPeople = async (
  scope: Scope,
  account: Pick<Account, 'channel' | 'pageId' | 'igId'>,
  people: readonly string[],
): Promise<Set<string>> => {
  const rows = await scope.sql.rows<{ value: string }>(
    sql`select value from contacts.public_identity
         where channel = ${account.channel} and scope = ${idAtMeta(account)} and kind = ${kindOn(account.channel)}
           and value = any(${[...people]}::text[])`,
  );
  return new Set(rows.map(({ value }) => value));
};

/** A name until the profile is read, and if it never can be: a message is never dropped for that. */
export const provisionalName = (scope: Scope, { channel }: Pick<Account, 'channel'>, person: string): string =>
  scope.t(`contact.${channel}`, { digits: person.slice(-4) });

import { sql, type Scope } from '@balcao/sdk/server';
import { readProfiles } from '../../contract.ts';
import type { Account } from '../account/account.ts';

const peoplePerJob = 25;

const isUnread = sql`(p.read_at is null or p.read_at < now() - interval '7 days')`;

/**
 * Requests the profiles of people who wrote for the first time, or whose profile was read a week ago. One that could not
 * be read is requested again an hour later at the earliest: until then its job tries itself.
 */
export const requestProfiles = async (
  scope: Scope,
  { connectionId }: Account,
  people: readonly string[],
): Promise<void> => {
  if (people.length === 0) return;
  const due = await scope.sql.rows<{ person: string }>(
    sql`insert into channel_meta.profile as p (connection_id, person)
        select ${connectionId}, x.person from unnest(${[...people].toSorted()}::text[]) as x(person)
            on conflict (company_id, connection_id, person) do update set asked_at = now()
         where ${isUnread} and p.asked_at < now() - interval '1 hour'
        returning person`,
  );
  for (let at = 0; at < due.length; at += peoplePerJob)
    await scope.jobs.schedule(readProfiles, {
      connectionId,
      people: due.slice(at, at + peoplePerJob).map(({ person }) => person),
    });
};

/** Those of the people whose profile is still to be read, in the order given. */
export const unreadPeople = async (
  scope: Scope,
  connectionId: number,
  people: readonly string[],
): Promise<string[]> => {
  const rows = await scope.sql.rows<{ person: string }>(sql`
    select p.person from channel_meta.profile p join unnest(${[...people]}::text[]) with ordinality x(person, place) on x.person = p.person
     where p.connection_id = ${connectionId} and ${isUnread} order by x.place`);
  return rows.map(({ person }) => person);
};

/** Stores that Meta answered: the profile was read, or Meta gives none. */
export const storeRead = (scope: Scope, connectionId: number, person: string): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.profile set read_at = now() where connection_id = ${connectionId} and person = ${person}`,
  );

/** Facts that Instagram tells of a person besides name and picture; null: it does not. */
export interface Standing {
  followers: number | null;
  /** The person follows the company. */
  followsUs: boolean | null;
  /** The company follows the person. */
  isFollowed: boolean | null;
  isVerified: boolean | null;
}
export interface StoredProfile extends Standing {
  username: string;
  picture: string;
}
export const findProfile = (scope: Scope, connectionId: number, person: string): Promise<StoredProfile | undefined> =>
  scope.sql.one<StoredProfile>(
    sql`select username, picture, followers, follows_us as "followsUs", is_followed as "isFollowed", is_verified as "isVerified"
          from channel_meta.profile where connection_id = ${connectionId} and person = ${person}`,
  );
export const storeProfile = (
  scope: Scope,
  connectionId: number,
  person: string,
  profile: StoredProfile,
): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.profile set username = ${profile.username}, picture = ${profile.picture}, followers = ${profile.followers},
               follows_us = ${profile.followsUs}, is_followed = ${profile.isFollowed}, is_verified = ${profile.isVerified}
         where connection_id = ${connectionId} and person = ${person}`,
  );

/** Stores whether another app, or Meta’s own inbox, has the conversations with these people. */
export const storeThreadOwner = async (
  scope: Scope,
  connectionId: number,
  people: readonly string[],
  isElsewhere: boolean,
): Promise<void> => {
  if (people.length === 0) return;
  await scope.sql.run(
    sql`update channel_meta.profile set is_elsewhere = ${isElsewhere}
         where connection_id = ${connectionId} and person = any(${[...people]}::text[]) and is_elsewhere <> ${isElsewhere}`,
  );
};

export const isElsewhere = async (scope: Scope, connectionId: number, person: string): Promise<boolean> =>
  (
    await scope.sql.one<{ isElsewhere: boolean }>(
      sql`select is_elsewhere as "isElsewhere" from channel_meta.profile where connection_id = ${connectionId} and person = ${person}`,
    )
  )?.isElsewhere ?? false;

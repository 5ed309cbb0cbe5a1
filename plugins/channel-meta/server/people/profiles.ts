import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { readProfiles } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, withApp, type ReadyAccount } from '../account/account.ts';
import { reportEnded } from '../connect.ts';
import { failureOfCode, isTokenEnded } from '../graph/failures.ts';
import { GraphError } from '../graph/graph-error.ts';
import { graph } from '../graph/graph.ts';
import { openMedia } from '../media/download.ts';
import { identityOf } from './identity.ts';
import { findProfile, storeProfile, storeRead, unreadPeople } from './profile-store.ts';

const text = z
  .string()
  .transform((written) => written.replaceAll('\0', '').toWellFormed().trim())
  .catch('');
const maybe = z.boolean().nullable().catch(null).default(null);
const profile = z.object({
  name: text,
  first_name: text,
  last_name: text,
  username: text,
  profile_pic: text,
  follower_count: z.number().int().min(0).max(2_147_483_647).nullable().catch(null).default(null),
  is_user_follow_business: maybe,
  is_business_follow_user: maybe,
  is_verified_user: maybe,
});

const fieldsOf = {
  facebook: 'name,first_name,last_name,profile_pic',
  instagram:
    'name,username,profile_pic,follower_count,is_user_follow_business,is_business_follow_user,is_verified_user',
} as const;

const pictureOf = async (scope: Scope, url: string): Promise<string> => {
  if (url === '') return '';
  const { mime, body } = await openMedia(url, scope.signal);
  const file = await scope.storage.store({ name: 'foto.jpg', mime, body });
  if (/^image\/(jpeg|png|webp)$/.test(file.mime)) return file.path;
  await scope.storage.remove(file.path);
  return '';
};

/** Reads one person’s profile and gives name and picture to the contact; names that people typed stay. */
const readProfile = async (scope: Scope, account: ReadyAccount, person: string): Promise<void> => {
  const read = profile.parse(
    await graph<unknown>(account, encodeURIComponent(person), {
      query: { fields: fieldsOf[account.channel] },
      signal: scope.signal,
    }),
  );
  const name = read.name || `${read.first_name} ${read.last_name}`.trim() || (read.username && `@${read.username}`);
  const before = await findProfile(scope, account.connectionId, person);
  const picture = await pictureOf(scope, read.profile_pic).catch(() => {
    scope.signal.throwIfAborted();
    return '';
  });
  // Before the contact changes: screens that show it read the profile anew then.
  await storeProfile(scope, account.connectionId, person, {
    username: read.username,
    picture: picture || (before?.picture ?? ''),
    followers: read.follower_count,
    followsUs: read.is_user_follow_business,
    isFollowed: read.is_business_follow_user,
    isVerified: read.is_verified_user,
  });
  const { channel, scope: within, kind, value } = identityOf(account, person);
  await scope.sql.run(
    sql`select contacts.identify(${channel}, ${within}, ${kind}, ${value}, ${name}, '', ${picture || null})`,
  );
  if (picture && before?.picture) await scope.storage.remove(before.picture).catch(() => undefined);
};

/** Profiles are tried again for about 40 minutes, and after that with the person’s next message. */
const maxTries = 9;
const pauseMs = (tries: number): number => 5_000 * 2 ** tries * (0.8 + Math.random() * 0.4);

/** True if Meta gives no profile of this person, for example because the person blocks us. */
const isRefused = (error: unknown): boolean =>
  error instanceof GraphError && !isTokenEnded(error) && failureOfCode(error) !== 'retry';

/** Reads profiles one after the other. Returns the people left over when Meta fails: the one it failed at is the last. */
const readAll = async (scope: Scope, account: ReadyAccount, people: readonly string[]): Promise<string[]> => {
  const { connectionId } = account;
  for (const [index, person] of people.entries()) {
    try {
      await readProfile(scope, account, person);
    } catch (error) {
      scope.signal.throwIfAborted();
      scope.log.info({ err: error, connection: connectionId }, 'profile of a person could not be read');
      await reportEnded(scope, connectionId, error);
      if (!isRefused(error)) return [...people.slice(index + 1), person];
    }
    await storeRead(scope, connectionId, person);
  }
  return [];
};

/**
 * Registers the job that reads profiles. A person who blocks us, or whose profile is closed, keeps the provisional name
 * for a week; one whose profile Meta cannot give at the moment gets the name later.
 */
export const profileJob = (host: Host<typeof manifest>): void => {
  host.job(readProfiles, {
    data: z.object({ connectionId: z.number(), people: z.array(z.string()), tries: z.number().optional() }),
    handle: async ({ connectionId, people, tries = 0 }, scope) => {
      const account = await withApp(scope, await findAccount(scope, connectionId));
      if (!account) return;
      const left = await readAll(scope, account, await unreadPeople(scope, connectionId, people));
      if (left.length === 0 || tries >= maxTries) return;
      const at = new Date(Date.now() + pauseMs(tries));
      await scope.jobs.schedule(readProfiles, { connectionId, people: left, tries: tries + 1 }, { at });
    },
  });
};

import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { readProfiles } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, withApp, type ReadyAccount } from '../account/account.ts';
import { reportEnded } from '../connect.ts';
import { graph } from '../graph/graph.ts';
import { openMedia } from '../media/download.ts';
import { identityOf } from './identity.ts';
import { findProfile, storeProfile } from './profile-store.ts';

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
  const picture = await pictureOf(scope, read.profile_pic).catch(() => '');
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

/** Registers the job that reads profiles. A person who blocks us, or whose profile is closed, keeps the provisional name. */
export const profileJob = (host: Host<typeof manifest>): void => {
  host.job(readProfiles, {
    data: z.object({ connectionId: z.number(), people: z.array(z.string()) }),
    handle: async ({ connectionId, people }, scope) => {
      const account = await withApp(scope, await findAccount(scope, connectionId));
      if (!account) return;
      for (const person of people)
        await readProfile(scope, account, person).catch(async (error: unknown) => {
          scope.log.info({ err: error, connection: connectionId }, 'profile of a person could not be read');
          await reportEnded(scope, connectionId, error);
        });
    },
  });
};

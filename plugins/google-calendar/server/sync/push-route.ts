import { timingSafeEqual } from 'node:crypto';
import { Reply, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { findAccount } from '../account/account.ts';
import { hashOf } from './channel.ts';
import { askForSync } from './claim.ts';

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Google calls here when a calendar changes: without a word of what, so the next sync asks. */
export const pushRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/google/push/:address', {
    access: {
      public: 'Google has no account here; the secret address and a token prove the channel.',
      address: true,
      webhook: true,
    },
    rate: 600,
    summary: 'Google tells that a calendar changed. What is not of the present channel is answered and dropped.',
    input: { params: z.object({ address: z.string().max(100) }) },
    handle: async ({ ref, headers }, scope) => {
      const userId = Number(/^push:(\d+)$/.exec(ref)?.[1] ?? 0);
      const token = headers['x-goog-channel-token'];
      const account = await findAccount(scope, userId);
      const isOurs =
        account !== undefined &&
        account.channelToken !== '' &&
        typeof token === 'string' &&
        isSame(hashOf(token), account.channelToken);
      // The first call only says that the channel is open.
      if (isOurs && headers['x-goog-resource-state'] !== 'sync') await askForSync(scope, [userId]);
      return new Reply(200, '');
    },
  });
};

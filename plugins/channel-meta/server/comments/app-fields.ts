import type { Scope } from '@balcao/sdk/server';
import type { ReadyAccount } from '../account/account.ts';
import { graphList } from '../graph/graph.ts';

/** Fields of the app’s own webhook: Meta delivers what page and app both subscribe to. */
const neededFields = { facebook: ['feed'], instagram: ['comments', 'live_comments'] } as const;

/** Returns the fields for comments that the app’s webhook does not have; those of Instagram’s own login are not told. */
export const lackingAppFields = async (account: ReadyAccount, scope: Scope): Promise<string[]> => {
  const { app, channel, via } = account;
  if (via === 'instagram') return [];
  const list = await graphList<{ object?: string; active?: boolean; fields?: unknown[] }>(
    { token: `${app.appId}|${app.appSecret}`, appSecret: app.appSecret },
    `${app.appId}/subscriptions`,
    { signal: scope.signal },
  );
  const object = channel === 'instagram' ? 'instagram' : 'page';
  const own = list.find((one) => one.object === object && one.active !== false);
  const names = (own?.fields ?? []).map((one) => (typeof one === 'string' ? one : (one as { name?: unknown }).name));
  return neededFields[channel].filter((field) => !names.includes(field));
};

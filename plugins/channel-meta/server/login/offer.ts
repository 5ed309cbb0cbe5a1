import { sql, type Scope } from '@balcao/sdk/server';
import type { LoginView, MetaChannel, Obstacle, OfferedChannel } from '../../contract.ts';
import type { StartedLogin } from './logins.ts';
import type { FoundPage, LoginResult } from './pages.ts';

/** Page tasks that allow to answer messages. */
const messaging = new Set(['MESSAGING', 'MESSAGE']);
export const mayMessage = ({ tasks }: FoundPage): boolean => tasks.some((task) => messaging.has(task));

interface Holder {
  id: string;
  companyId: number;
  connectionId: number;
}
type Holders = Record<MetaChannel, Map<string, Holder>>;

const holdersOf = async (scope: Scope, channel: MetaChannel, ids: readonly string[]): Promise<Map<string, Holder>> => {
  const rows = await scope.sql.rows<Holder>(
    sql`select id, company_id as "companyId", connection_id as "connectionId" from channel_meta.accounts_at(${channel}, ${[...ids]}::text[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Connections of the company that are up: one that is down can be connected anew. */
const connectedIds = async (scope: Scope): Promise<Set<number>> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select id from connections.public_connection where status = 'CONNECTED' and channel in ('facebook', 'instagram')`,
  );
  return new Set(rows.map(({ id }) => id));
};

const obstacleOf = (scope: Scope, holder: Holder | undefined, up: ReadonlySet<number>): Obstacle | null => {
  if (!holder) return null;
  if (holder.companyId !== scope.company.id) return 'elsewhere';
  return up.has(holder.connectionId) ? 'connected' : null;
};

/** Returns the pages with what can be chosen, and why the rest cannot. */
export const offerOf = async (
  scope: Scope,
  { id, via }: Pick<StartedLogin, 'id' | 'via'>,
  { person, pages }: LoginResult,
): Promise<LoginView> => {
  const instagramIds = pages.flatMap(({ instagram }) => (instagram ? [instagram.id] : []));
  const holders: Holders = {
    facebook: await holdersOf(
      scope,
      'facebook',
      pages.map(({ pageId }) => pageId),
    ),
    instagram: await holdersOf(scope, 'instagram', instagramIds),
  };
  const up = await connectedIds(scope);
  const own = (holder: Holder | undefined): number | null =>
    holder && holder.companyId === scope.company.id ? holder.connectionId : null;
  const channelsOf = (page: FoundPage): OfferedChannel[] => {
    const onPage = holders.facebook.get(page.pageId);
    const { instagram } = page;
    const onInstagram = instagram ? holders.instagram.get(instagram.id) : undefined;
    const lacksTask = !mayMessage(page);
    const held = obstacleOf(scope, onInstagram, up);
    return [
      {
        channel: 'facebook',
        name: page.name,
        followers: page.followers,
        obstacle: obstacleOf(scope, onPage, up) ?? (lacksTask ? 'task' : null),
        connectionId: own(onPage),
      },
      {
        channel: 'instagram',
        name: instagram ? `@${instagram.username}` : '',
        followers: instagram?.followers ?? null,
        obstacle: instagram ? (held ?? (lacksTask ? 'page-task' : null)) : 'no-instagram',
        connectionId: own(onInstagram),
      },
    ];
  };
  const offered = pages.map((page) => ({
    pageId: page.pageId,
    name: page.name,
    followers: page.followers,
    channels: channelsOf(page).filter(({ channel }) => via === 'page' || channel === 'instagram'),
  }));
  const isBlocked = (channels: readonly OfferedChannel[]): boolean =>
    channels.every(({ obstacle }) => obstacle !== null);
  return {
    id,
    via,
    person,
    pages: offered.toSorted((one, other) => Number(isBlocked(one.channels)) - Number(isBlocked(other.channels))),
  };
};

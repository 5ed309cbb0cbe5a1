import { tenants, type PlatformScope, type Scope } from '@balcao/sdk/server';
import { announcementsRoom } from '../contract.ts';

export type Super = Scope & Pick<PlatformScope, 'inCompany'>;

/** Publishes a change to everybody in every company. Browsers that are disconnected refetch when they reconnect. */
export const publishAnnouncement = async (
  scope: Super,
  action: 'create' | 'update' | 'delete',
  id: number,
): Promise<void> => {
  for (let page = 1; ; page += 1) {
    const { tenants: some, hasMore } = await scope.use(tenants).list({ page, pageSize: 500 });
    for (const { id: companyId, status } of some) {
      if (!status) continue;
      await scope
        .inCompany(companyId, async (inner) => inner.rooms.emit(announcementsRoom, {}, action, { id }))
        // The announcement is stored; a company deleted in the meantime needs no message.
        .catch((err: unknown) =>
          scope.log.warn({ err, companyId }, 'live message of an announcement failed for a company'),
        );
    }
    if (!hasMore) return;
  }
};

import { tenants, type PlatformScope, type Scope } from '@balcao/sdk/server';
import { announcementsRoom } from '../contract.ts';

export type Super = Scope & Pick<PlatformScope, 'inCompany'>;

/** Tells everybody of every company that there is something to fetch. What is told while somebody is away is fetched when they come. */
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
        // The announcement is stored; a company that goes away meanwhile need not hear of it.
        .catch((err: unknown) => scope.log.warn({ err, companyId }, 'a company was not told of an announcement'));
    }
    if (!hasMore) return;
  }
};

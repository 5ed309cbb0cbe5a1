import { sql, type RoomAlias } from '@balcao/sdk/server';

/** Announcements as the specification publishes them: `company-announcement` {action, record | id}. */
export const announcementAlias: RoomAlias<Record<string, never>> = {
  names: ['company-announcement', 'company-{companyId}-announcement'],
  async translate({ event, data }, scope) {
    const { id } = data as { id: number };
    const record = await scope.sql.one(
      sql`select a.id, a.title, a.text, a.video, a.priority, a.status, a.media_name as "mediaName",
                 a.created_at as "createdAt", a.published_at as "publishedAt"
            from announcements.announcement a where a.id = ${id} and a.status`,
    );
    // An announcement that became inactive is published as deleted.
    return [{ event: 'company-announcement', data: record ? { action: event, record } : { action: 'delete', id } }];
  },
};

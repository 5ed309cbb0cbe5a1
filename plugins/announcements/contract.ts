/** Announcements of the platform to the people of all companies. */
import { room } from '@balcao/sdk/contract';

export interface Announcement {
  id: number;
  title: string;
  text: string;
  /** Id of a YouTube video; '' for none. */
  video: string;
  /** 1 high, 2 medium, 3 low. */
  priority: 1 | 2 | 3;
  /** True while it is shown to people. */
  status: boolean;
  /** For `mediaUrl`: signed, because the file belongs to one company and is read by all; null without a picture. */
  mediaPath: string | null;
  mediaName: string | null;
  createdAt: string;
  /** The first time it was active; null for a draft. */
  publishedAt: string | null;
  /** By the person who asks; announcements published before the person's account was created count as read. */
  isRead: boolean;
}

/** Live room of everybody in every company: `create`, `update` and `delete` {id}; subscribers refetch. */
export const announcementsRoom = room('announcements.news');

/** What the platform tells the people of all companies. */
import { room } from '@balcao/sdk/contract';

export interface Announcement {
  id: number;
  title: string;
  text: string;
  /** Code of a film on YouTube; '' for none. */
  video: string;
  /** 1 high, 2 medium, 3 low. */
  priority: 1 | 2 | 3;
  /** Whether people are shown it. */
  status: boolean;
  /** For `mediaUrl`: signed, because the file lies with one company and all read it; null without a picture. */
  mediaPath: string | null;
  mediaName: string | null;
  createdAt: string;
  /** By the person who asks; what is older than the person counts as read. */
  isRead: boolean;
}

/** Live, to everybody of every company: `create`, `update` and `delete` {id}: fetch again. */
export const announcementsRoom = room('announcements.news');

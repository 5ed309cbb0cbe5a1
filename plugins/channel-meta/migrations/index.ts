import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { instagramLogin } from './0002-instagram-login.ts';
import { comments } from './0003-comments.ts';
import { unreadProfiles } from './0004-unread-profiles.ts';

export const migrations: readonly Migration[] = [tables, instagramLogin, comments, unreadProfiles];

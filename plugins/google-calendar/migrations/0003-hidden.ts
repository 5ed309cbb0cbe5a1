import type { Migration } from '@balcao/sdk/server';

export const hidden: Migration = {
  name: '0003-hidden',
  sql: [
    // hidden: deleted here, but not at Google, where it belongs to somebody else; it does not come back.
    `alter table google_calendar.link drop constraint link_state_check,
       add constraint link_state_check check (state in ('linked', 'pushing', 'kept', 'removing', 'hidden'))`,
    // The next sync is a full one: it makes the invitations of accounts that are connected read-only again, after the
    // agenda released those of accounts that it does not know as connected.
    `update google_calendar.link set etag = '' where is_read_only and state = 'linked'`,
    `update google_calendar.account set sync_token = '', due_at = least(due_at, now())`,
  ],
};

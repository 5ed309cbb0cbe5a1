import { sql, type Scope } from '@balcao/sdk/server';
import type { QuickMessages, SharedQuickMessage } from '../contract.ts';

/** Implements the service for other plugins. */
export const quickMessagesService = (scope: Scope): QuickMessages => ({
  shared: () =>
    scope.sql.rows<SharedQuickMessage & Record<string, unknown>>(
      sql`select m.id, m.shortcode, m.message from quick_messages.quick_message m
           where exists (select 1 from quick_messages.share s where s.quick_message_id = m.id) order by m.shortcode, m.id`,
    ),
});

import { sql, type Scope } from '@balcao/sdk/server';
import type { z } from '@balcao/sdk/server';
import { preferenceChanged, type MessagingLimits } from '../../contract.ts';
import type { Account } from '../account/account.ts';
import type { capabilityChange, preferenceChange } from './envelope.ts';

/** Passes on that people switched marketing messages off or on. */
export const receivePreferences = async (
  scope: Scope,
  { connectionId }: Account,
  { user_preferences }: z.output<typeof preferenceChange>,
): Promise<void> => {
  for (const { wa_id: number, value, timestamp } of user_preferences) {
    if (number === '') continue;
    const seconds = Number(timestamp);
    const at = new Date(Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : Date.now());
    await scope.emit(preferenceChanged, `person:${number}`, {
      connectionId,
      number,
      wantsMarketing: value === 'resume',
      at: at.toISOString(),
    });
  }
};

/** Meta writes tiers as `TIER_2K`, `TIER_UNLIMITED`, or plain numbers; -1: no limit. */
const limitOf = (written: string): number | null => {
  const [, digits, thousands] = /^(?:TIER_)?(\d+)(K?)$/.exec(written) ?? [];
  return digits === undefined ? null : Number(digits) * (thousands === 'K' ? 1000 : 1);
};

/** The limit belongs to the business: all numbers of the same account have it. */
export const receiveCapability = async (
  scope: Scope,
  { connectionId }: Account,
  change: z.output<typeof capabilityChange>,
): Promise<void> => {
  const written = change.max_daily_conversations_per_business ?? change.max_daily_conversation_per_phone;
  if (written === undefined) return;
  await scope.sql.run(
    sql`update channel_whatsapp_cloud.account a set messaging_limit = ${limitOf(String(written))}
          from channel_whatsapp_cloud.account c
         where c.connection_id = ${connectionId} and a.waba_id = c.waba_id`,
  );
};

/** Implements the service for other plugins. */
export const messagingLimitsService = (scope: Scope): MessagingLimits => ({
  async messagingLimit(connectionId) {
    const row = await scope.sql.one<{ limit: number | null }>(
      sql`select messaging_limit as "limit" from channel_whatsapp_cloud.account where connection_id = ${connectionId}`,
    );
    return row?.limit ?? null;
  },
});

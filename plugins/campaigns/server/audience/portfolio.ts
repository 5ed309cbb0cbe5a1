import type { Scope } from '@balcao/sdk/server';
import { messagingLimits } from '@balcao/channel-whatsapp-cloud/contract';

/** Unique people whom the company may write to in 24 h by its contract with the provider; null: unknown, or no limit. */
export const portfolioLimit = async (scope: Scope, connectionId: number): Promise<number | null> =>
  (await scope.find(messagingLimits)?.messagingLimit(connectionId)) ?? null;

import { z, type Host, type Scope } from '@balcao/sdk/server';
import { watch, withdraw } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import {
  chargesToPoll,
  chargesToWithdraw,
  companiesToPoll,
  endCharge,
  markPolled,
  markWithdrawn,
  type Charge,
} from './charges.ts';
import { applySeen, type SettleResult } from './settle.ts';
import { providerNamed } from './settings.ts';

/** Polls the provider for a charge, and applies its state. */
export const pollCharge = async (charge: Charge, scope: Scope): Promise<SettleResult | undefined> => {
  const chosen = await providerNamed(charge.provider, scope);
  if (!chosen?.provider.fetchStatus) return undefined;
  const seen = await chosen.provider.fetchStatus(charge, chosen.settings, chosen.own);
  if (seen.status === 'ended' && charge.status !== 'making') await endCharge(charge.id, scope);
  return applySeen(charge, seen, scope);
};

/** Cancels a replaced code at its provider. If it was paid already, the payment counts. */
const cancelReplaced = async (charge: Charge, scope: Scope): Promise<void> => {
  const chosen = await providerNamed(charge.provider, scope);
  if (charge.externalId !== '') await chosen?.provider.cancel?.(charge, chosen.settings, chosen.own);
  await markWithdrawn(charge.id, scope);
};

export const withdrawCharges = async (scope: Scope): Promise<void> => {
  for (const charge of await chargesToWithdraw(scope)) {
    if (scope.signal.aborted) return;
    await cancelReplaced(charge, scope).catch((err: unknown) =>
      scope.log.warn({ err, charge: charge.id }, 'replaced code could not be cancelled'),
    );
  }
};

/** Finds payments whose notification was lost; the older a charge, the less often it is polled. */
export const pollCharges = async (scope: Scope): Promise<void> => {
  await withdrawCharges(scope);
  for (const charge of await chargesToPoll(scope)) {
    if (scope.signal.aborted) return;
    await markPolled(charge.id, scope);
    await pollCharge(charge, scope).catch((err: unknown) =>
      scope.log.warn({ err, charge: charge.id }, 'charge could not be polled'),
    );
  }
};

export const pollJob = (host: Host<typeof manifest>): void => {
  host.job(watch, {
    data: z.object({}),
    every: '2 minutes',
    due: companiesToPoll,
    handle: (_data, scope) => pollCharges(scope),
  });
  host.job(withdraw, { data: z.object({}), handle: (_data, scope) => withdrawCharges(scope) });
};

import { z, type Host, type Scope } from '@balcao/sdk/server';
import { watch, withdraw } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { chargesToWatch, chargesToWithdraw, endCharge, noteAsked, noteWithdrawn, type Charge } from './charges.ts';
import { applySeen, type Settled } from './settle.ts';
import { providerNamed } from './settings.ts';

/** Asks the provider of a charge whether it was paid, and applies what it says. */
export const askAbout = async (charge: Charge, scope: Scope): Promise<Settled | undefined> => {
  const chosen = await providerNamed(charge.provider, scope);
  if (!chosen?.provider.look) return undefined;
  const seen = await chosen.provider.look(charge, chosen.settings, chosen.own);
  if (seen.status === 'ended' && charge.status !== 'making') await endCharge(charge.id, scope);
  return applySeen(charge, seen, scope);
};

/** Tells the provider of a replaced code that nobody shall pay it. Where it was paid already, that counts. */
const takeBack = async (charge: Charge, scope: Scope): Promise<void> => {
  const chosen = await providerNamed(charge.provider, scope);
  if (charge.externalId !== '') await chosen?.provider.cancel?.(charge, chosen.settings, chosen.own);
  await noteWithdrawn(charge.id, scope);
};

export const withdrawCharges = async (scope: Scope): Promise<void> => {
  for (const charge of await chargesToWithdraw(scope)) {
    if (scope.signal.aborted) return;
    await takeBack(charge, scope).catch((err: unknown) =>
      scope.log.warn({ err, charge: charge.id }, 'a replaced code was not taken back'),
    );
  }
};

/** A notification that was lost is found here; the older a charge, the more seldom it is asked about. */
export const watchCharges = async (scope: Scope): Promise<void> => {
  await withdrawCharges(scope);
  for (const charge of await chargesToWatch(scope)) {
    if (scope.signal.aborted) return;
    await noteAsked(charge.id, scope);
    await askAbout(charge, scope).catch((err: unknown) =>
      scope.log.warn({ err, charge: charge.id }, 'a charge was not asked about'),
    );
  }
};

export const watchJob = (host: Host<typeof manifest>): void => {
  host.job(watch, { data: z.object({}), every: '2 minutes', handle: (_data, scope) => watchCharges(scope) });
  host.job(withdraw, { data: z.object({}), handle: (_data, scope) => withdrawCharges(scope) });
};

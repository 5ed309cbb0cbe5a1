import { z, type Host, type Scope } from '@balcao/sdk/server';
import { watch } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { chargesToWatch, endCharge, noteAsked, type Charge } from './charges.ts';
import { applySeen, type Settled } from './settle.ts';
import { providerNamed } from './settings.ts';

/** Asks the provider of a charge whether it was paid, and applies what it says. */
export const askAbout = async (charge: Charge, scope: Scope): Promise<Settled | undefined> => {
  const chosen = await providerNamed(charge.provider, scope);
  if (!chosen?.provider.look) return undefined;
  const seen = await chosen.provider.look(charge, chosen.settings, chosen.own);
  if (seen.status === 'ended' && charge.status === 'pending') await endCharge(charge.id, scope);
  return applySeen(charge, seen, scope);
};

/** A notification that was lost is found here; the older a charge, the more seldom it is asked about. */
export const watchCharges = async (scope: Scope): Promise<void> => {
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
};

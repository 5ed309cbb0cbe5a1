import { AppError, z, type Host, type PlatformScope, type RouteRequest } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { chargeByRef } from './charges.ts';
import { refsIn } from './ref.ts';
import { providerNamed } from './settings.ts';
import { pollCharge } from './poll-job.ts';

const input = {
  params: z.object({ provider: z.string().max(40) }),
  query: z.record(z.string(), z.unknown()),
  body: z.unknown(),
};
const maxCharges = 20;

/**
 * Handles a provider’s notification about charges. It only triggers a poll: its content is not trusted, and a forged
 * notification makes the platform poll a charge that it knows, no more.
 */
const notified = async (request: RouteRequest<typeof input>, scope: PlatformScope): Promise<void> => {
  const { params, headers, query } = request;
  const refs = refsIn(request.body).slice(0, maxCharges);
  for (const { ref, companyId } of refs) {
    await scope
      .inCompany(companyId, async (inner) => {
        const chosen = await providerNamed(params.provider, inner);
        if (!chosen?.provider.isGenuine?.({ headers, query }, chosen.settings))
          throw new AppError(401, 'ERR_SIGNATURE');
        const charge = await chargeByRef(ref, inner);
        if (charge?.provider !== params.provider || charge.status === 'paid') return;
        await pollCharge(charge, inner);
      })
      .catch((error: unknown) => {
        // A company that was deleted has no charges.
        if (!(error instanceof AppError) || error.status !== 404) throw error;
      });
  }
};

export const notifyRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/payments/:provider/notify', {
    access: { public: 'The payment provider calls it; what it says is asked again.' },
    rate: 600,
    input,
    handle: notified,
  });
  host.route('POST', '/payments/:provider/notify/pix', {
    access: { public: 'The same, at the address that Efí makes of it.' },
    rate: 600,
    input,
    handle: notified,
  });
};

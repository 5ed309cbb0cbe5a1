import { isIPv4 } from 'node:net';
import type { Scope } from '@balcao/sdk/server';
import type { Network, Simulator } from './connection/worker-protocol.ts';

/**
 * The only seam for tests: `WHATSAPP_WEB_SIMULATOR`, JSON of addresses, trusted root and certificate. It is refused in
 * production and for any address other than this computer’s; the worker checks that again.
 */
export const simulatorFrom = (env: NodeJS.ProcessEnv): Simulator | undefined => {
  const text = env['WHATSAPP_WEB_SIMULATOR'];
  if (text === undefined || text === '') return undefined;
  if (env['NODE_ENV'] === 'production')
    throw new Error('WHATSAPP_WEB_SIMULATOR is for tests, and refused in production');
  const { url, root, ca, files } = JSON.parse(text) as Simulator;
  for (const { hostname } of [new URL(url), new URL(`https://${files}`)])
    if (!(hostname === 'localhost' || (isIPv4(hostname) && hostname.startsWith('127.'))))
      throw new Error('WHATSAPP_WEB_SIMULATOR must be an address of this computer');
  return { url, root, ca, files };
};

export const networkFor = (scope: Scope): Network => {
  const simulator = simulatorFrom(process.env);
  const version = scope.settings.get('whatsappWebVersion');
  return { ...(simulator && { simulator }), ...(version && { version }) };
};

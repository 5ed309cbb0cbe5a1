/**
 * The page's Trusted Types policy blocks text as a script address, also for workers. This policy is the only exception,
 * and it allows only files that the platform itself serves, never uploads.
 */
interface ScriptAddresses {
  createScriptURL(address: string): unknown;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptAddresses;
}

// `/@fs/` and `/@id/` are addresses of the development server.
const served = /^\/(?:plugins|host|@fs|@id)\/.+/;

const ownAddress = (address: string): string => {
  const { origin, pathname, href } = new URL(address, location.href);
  if (origin !== location.origin || !served.test(pathname)) {
    throw new TypeError(`${address} is no script of the platform`);
  }
  return href;
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
// Created at once under its only name, so that no other code can create it.
const policy: ScriptAddresses | undefined = trustedTypes?.createPolicy('worker', { createScriptURL: ownAddress });

const ownScript = (address: string | URL): string => {
  const text = String(address);
  return (policy ? policy.createScriptURL(text) : ownAddress(text)) as string;
};

/**
 * Starts a worker from a file of a plugin; throws TypeError for any other address:
 *
 * ```ts
 * import encoder from './encoder.ts?worker&url';
 * const worker = startWorker(encoder);
 * ```
 */
export const startWorker = (address: string | URL): Worker => new Worker(ownScript(address), { type: 'module' });

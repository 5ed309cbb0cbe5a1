/**
 * The page lets no text become the address of a script: workers are scripts too. This is the one way past that rule,
 * and it leads to files that the platform itself serves, never to what somebody uploaded.
 */
interface ScriptAddresses {
  createScriptURL(address: string): unknown;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptAddresses;
}

// `/@fs/` and `/@id/`: where the dev server has them.
const served = /^\/(?:plugins|host|@fs|@id)\/.+/;

const ownAddress = (address: string): string => {
  const { origin, pathname, href } = new URL(address, location.href);
  if (origin !== location.origin || !served.test(pathname)) {
    throw new TypeError(`${address} is no script of the platform`);
  }
  return href;
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
// Made at once, by its only name: nobody after can make another.
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

/**
 * The page's side of the service worker: registers it, and follows its navigation requests.
 */
import { followsRequests, requestNavigation } from './navigation-requests.ts';

const address = '/sw.js';

interface TrustedScriptUrls {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}

/** The page's policy forbids turning text into code; this policy allows one address, and only here. */
const trusted = (): string => {
  const types = (globalThis as { trustedTypes?: TrustedScriptUrls }).trustedTypes;
  const policy = types?.createPolicy('service-worker', {
    createScriptURL: (text) => {
      if (text !== address) throw new TypeError(`${text} is not the service worker of this page`);
      return text;
    },
  });
  return policy?.createScriptURL(address) ?? address;
};

const receive = ({ data, ports }: MessageEvent<{ kind?: unknown; path?: unknown } | null>): void => {
  if (data?.kind === 'go') requestNavigation(data.path);
  if (data?.kind === 'is-signed-in' && followsRequests()) ports[0]?.postMessage(true);
};

export async function startServiceWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return;
  container.addEventListener('message', receive);
  // The worker has no imports, so only the worker itself is fetched again.
  await container.register(trusted(), { scope: '/', updateViaCache: 'none' });
}

/** Development serves changing files under one address, so no cache of a former visit may answer. */
export async function stopServiceWorker(): Promise<void> {
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration('/');
  registration?.active?.postMessage({ kind: 'leave' });
}

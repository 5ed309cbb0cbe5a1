/**
 * The page's side of the service worker: registers it, sends it the list of current files, follows its navigation
 * requests.
 */
import { requestNavigation } from './navigation-requests.ts';

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

/** Returns the files of the server's present version; all others in the cache belong to former versions. */
const currentModules = async (): Promise<string[]> => [
  ...((await (await fetch('/host/current.json')).json()) as string[]),
  ...startFiles(),
];

/** The combined entry files that this page started with; the list of plugins does not tell which are in use. */
const startFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/host/start/'));

const receive = ({ data }: MessageEvent<{ kind?: unknown; path?: unknown } | null>): void => {
  if (data?.kind === 'go') requestNavigation(data.path);
};

export async function startServiceWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return;
  container.addEventListener('message', receive);
  // The worker has no imports, so only the worker itself is fetched again.
  await container.register(trusted(), { scope: '/', updateViaCache: 'none' });
  const { active } = await container.ready;
  active?.postMessage({ kind: 'current', addresses: await currentModules() });
}

/** Development serves changing files under one address, so no cache of a former visit may answer. */
export async function stopServiceWorker(): Promise<void> {
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration('/');
  registration?.active?.postMessage({ kind: 'leave' });
}

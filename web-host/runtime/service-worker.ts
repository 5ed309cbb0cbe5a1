/** The page's side of the service worker: registers it, tells it what is current, goes where a notice leads. */
import { go } from './go.ts';

const address = '/sw.js';

interface TrustedScriptUrls {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}

/** The page's policy lets no text become code; this one address is let through, and by nobody else. */
const trusted = (): string => {
  const types = (globalThis as { trustedTypes?: TrustedScriptUrls }).trustedTypes;
  const policy = types?.createPolicy('service-worker', {
    createScriptURL: (text) => {
      if (text !== address) throw new TypeError(`${text} is no worker of this page`);
      return text;
    },
  });
  return policy?.createScriptURL(address) ?? address;
};

/** What the server has now: what else lies in the cache is of former versions. */
const currentModules = async (): Promise<string[]> => [
  ...((await (await fetch('/host/current.json')).json()) as string[]),
  ...startFiles(),
];

/** The file of entries that this page began with: the list does not know which of them somebody uses. */
const startFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/host/start/'));

const receive = ({ data }: MessageEvent<{ kind?: unknown; path?: unknown } | null>): void => {
  if (data?.kind === 'go') go(data.path);
};

export async function startServiceWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return;
  container.addEventListener('message', receive);
  // The worker's own imports are none, so what is asked anew is the worker itself.
  await container.register(trusted(), { scope: '/', updateViaCache: 'none' });
  const { active } = await container.ready;
  active?.postMessage({ kind: 'current', addresses: await currentModules() });
}

/** In development, where files change under one address, nothing of a former visit may answer. */
export async function stopServiceWorker(): Promise<void> {
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration('/');
  registration?.active?.postMessage({ kind: 'leave' });
}

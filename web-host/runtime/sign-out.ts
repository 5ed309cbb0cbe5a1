import { hostSide } from '@balcao/sdk/client';

const endPush = async (): Promise<void> => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration('/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
};

/** Whoever signs out here is not told here any more. A session that only ran out, or went on elsewhere, still is. */
export function followSignOut(): void {
  const { store, statusAtom } = hostSide;
  let before = store.get(statusAtom);
  store.sub(statusAtom, () => {
    const now = store.get(statusAtom);
    // The server cuts the page's socket first, which by itself looks like a session that ran out.
    if (now === 'signed-out' && before !== 'unknown') void endPush().catch(() => undefined);
    before = now;
  });
}

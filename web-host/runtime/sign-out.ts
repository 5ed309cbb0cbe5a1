import { hostSide, showToast, translate } from '@balcao/sdk/client';
import { endedElsewhere } from './ended-elsewhere.ts';

const endPush = async (): Promise<void> => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration('/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
};

/** Choices of this device, and what somebody wrote and has not sent: kept under their own id, so nobody else sees it. */
const stays = (key: string): boolean => key.startsWith('preferred') || /\.(draft|outbox)\.\d+/.test(key);

/** What the specification asks for when the same person signs in on another computer. */
function leave(): void {
  showToast('error', translate('sdk', 'session.elsewhere'));
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key);
  endedElsewhere.note();
  setTimeout(() => location.reload(), 1000);
}

/** Whoever signs out here is not told here any more. A session that only ran out, or went on elsewhere, still is. */
export function followSignOut(): void {
  const { store, statusAtom } = hostSide;
  let before = store.get(statusAtom);
  store.sub(statusAtom, () => {
    const now = store.get(statusAtom);
    // The server cuts the page's socket first, which by itself looks like a session that ran out.
    if (now === 'signed-out' && before !== 'unknown') void endPush().catch(() => undefined);
    if (now === 'elsewhere' && before !== now) leave();
    if (now === 'signed-in') endedElsewhere.forget();
    before = now;
  });
}

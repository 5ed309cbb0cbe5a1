import { hostSide, showToast, translate } from '@balcao/sdk/client';
import { endedElsewhere } from './ended-elsewhere.ts';

const endPush = async (): Promise<void> => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration('/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
};

/**
 * Preferences of this device, drafts and unsent messages stay: they are stored under the person's id, so nobody else
 * sees them.
 */
const stays = (key: string): boolean => key.startsWith('preferred') || /\.(draft|outbox)\.\d+/.test(key);

/** Applies what the specification requires when the same person signs in on another computer. */
function signOutElsewhere(): void {
  showToast('error', translate('sdk', 'session.elsewhere'));
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key);
  endedElsewhere.note();
  setTimeout(() => location.reload(), 1000);
}

/**
 * Does what the end of a session requires of this page. After a sign-out its push notifications end; they continue when
 * the session expired or moved to another computer. A page whose session moved says so and is loaded again.
 */
export function followSessionEnd(): void {
  const { store, statusAtom } = hostSide;
  let before = store.get(statusAtom);
  store.sub(statusAtom, () => {
    const now = store.get(statusAtom);
    if (now === 'signed-out' && before !== 'unknown') void endPush().catch(() => undefined);
    // Also after `expired`: the server may close the page's socket first, which alone looks like an expired session.
    if (now === 'elsewhere' && before !== now) signOutElsewhere();
    if (now === 'signed-in') endedElsewhere.forget();
    before = now;
  });
}

import { atom } from 'jotai';
import { hostSide } from '@balcao/sdk/client';

/** The browser's offer to install the product, which it makes once and early. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offerAtom = atom<InstallOffer | undefined>(undefined);
/** Whether the product can be installed from here; it cannot where it is already. */
export const installableAtom = atom((get) => get(offerAtom) !== undefined);

/** Keeps the offer for the account menu, instead of a bar over the page. */
export function followInstallOffer(): void {
  const { store } = hostSide;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set(offerAtom, event as InstallOffer);
  });
  addEventListener('appinstalled', () => store.set(offerAtom, undefined));
}

/** The browser asks; its offer is good for one time. */
export async function install(): Promise<void> {
  const { store } = hostSide;
  const offer = store.get(offerAtom);
  store.set(offerAtom, undefined);
  await offer?.prompt();
}

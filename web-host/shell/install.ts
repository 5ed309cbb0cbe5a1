import { atom } from 'jotai';
import { hostSide } from '@balcao/sdk/client';

/** The browser's install prompt, which it offers once and early. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offerAtom = atom<InstallOffer | undefined>(undefined);
/** True while the product can be installed from this page; false where it is installed already. */
export const installableAtom = atom((get) => get(offerAtom) !== undefined);

/** Stores the prompt for the account menu, instead of a bar over the page. */
export function storeInstallOffer(): void {
  const { store } = hostSide;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set(offerAtom, event as InstallOffer);
  });
  addEventListener('appinstalled', () => store.set(offerAtom, undefined));
}

/** Shows the browser's install prompt, which can be used once. */
export async function install(): Promise<void> {
  const { store } = hostSide;
  const offer = store.get(offerAtom);
  store.set(offerAtom, undefined);
  await offer?.prompt();
}

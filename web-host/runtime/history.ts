import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { hostSide } from '@balcao/sdk/client';

const { leaveOverlays } = hostSide;
const addresses = createBrowserHistory({ v5Compat: true });
type Addresses = typeof addresses;

/** The browser's history, where a page opened from a dialog follows the page under the dialog. */
export const browserHistory = Object.assign(Object.create(addresses) as Addresses, {
  push: (to, state) => leaveOverlays(1, (isOnOverlay) => addresses[isOnOverlay ? 'replace' : 'push'](to, state)),
  replace: (to, state) => leaveOverlays(0, () => addresses.replace(to, state)),
  go: (steps) => leaveOverlays(0, () => addresses.go(steps)),
} satisfies Partial<Addresses>);

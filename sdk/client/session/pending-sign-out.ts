/**
 * A sign-out that the server does not know of yet. Without it the cookie would sign the person in again on the next
 * page.
 */
const key = 'pendingSignOut';

export const hasPendingSignOut = (): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
};

export function storePendingSignOut(isPending: boolean): void {
  try {
    if (isPending) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the pending sign-out is lost.
  }
}

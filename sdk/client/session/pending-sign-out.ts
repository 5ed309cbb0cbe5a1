/**
 * A sign-out that the server does not know of yet. Without it the cookie would sign the person in again on the next
 * page.
 */
const key = 'signOutOwed';

export const owesSignOut = (): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
};

export function oweSignOut(owed: boolean): void {
  try {
    if (owed) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the pending sign-out is lost.
  }
}

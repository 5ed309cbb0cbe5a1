/**
 * Scripts cannot read the refresh cookie. The server sets a second cookie, the mark, that only shows its presence, so
 * that a browser without a session does not send a request that would be rejected.
 */
const key = 'noSession';
const none = '-';

export const sessionMark = (): string => /(?:^|; )signedIn=([^;]+)/.exec(document.cookie)?.[1] ?? none;

/** Returns true if a session may exist: there is a mark, and no session was rejected for it before. */
export function mayHaveSession(): boolean {
  try {
    const mark = sessionMark();
    const refused = localStorage.getItem(key);
    if (mark !== none || refused !== null) return mark !== none && mark !== refused;
    // Sessions from before the mark existed have left other traces; browsers without service workers have none of them.
    const wasHere = localStorage.length > 0 || !('serviceWorker' in navigator) || navigator.serviceWorker.controller;
    if (!wasHere) storeNoSession(mark);
    return Boolean(wasHere);
  } catch {
    return true;
  }
}

/** Stores that there was no session for this mark. Another login sets another mark. */
export function storeNoSession(mark: string): void {
  try {
    localStorage.setItem(key, mark);
  } catch {
    // Without storage the browser requests a session again.
  }
}

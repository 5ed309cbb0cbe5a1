/**
 * The refresh cookie is no script's to read. Beside it the server sets a mark that only says that it is there, so that
 * a browser in which nobody is signed in asks for no session and is refused none.
 */
const key = 'noSession';
const none = '-';

export const sessionMark = (): string => /(?:^|; )signedIn=([^;]+)/.exec(document.cookie)?.[1] ?? none;

/** Whether it is worth asking for a session: not without a mark, nor for one that was refused before. */
export function mayHaveSession(): boolean {
  try {
    const mark = sessionMark();
    const refused = localStorage.getItem(key);
    if (mark !== none || refused !== null) return mark !== none && mark !== refused;
    // A session from before there were marks has left other traces; browsers without workers keep none of them.
    const wasHere = localStorage.length > 0 || !('serviceWorker' in navigator) || navigator.serviceWorker.controller;
    if (!wasHere) noteNoSession(mark);
    return Boolean(wasHere);
  } catch {
    return true;
  }
}

/** There was no session for this mark. Another login sets another. */
export function noteNoSession(mark: string): void {
  try {
    localStorage.setItem(key, mark);
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** The access token is stored only here, in memory of this page, never in browser storage. */
import { store } from '../store.ts';
import { personAtom, statusAtom, type SessionAnswer } from './session.ts';

let token: string | undefined;
let mediaToken = '';
const listeners = new Set<(signedIn: boolean) => void>();

export const accessToken = (): string | undefined => token;

/** Applies the response of login or refresh. */
export function acceptSession(answer: SessionAnswer): void {
  token = answer.token;
  mediaToken = answer.tokenPublicDir;
  store.set(personAtom, answer.user);
  store.set(statusAtom, 'signed-in');
  for (const listener of listeners) listener(true);
}

/** Drops the token. Only `signed-out` also drops the person: otherwise the page behind the login keeps its state. */
export function dropSession(status: 'signed-out' | 'expired' | 'elsewhere'): void {
  token = undefined;
  if (status === 'signed-out') {
    mediaToken = '';
    store.set(personAtom, undefined);
  }
  store.set(statusAtom, status);
  for (const listener of listeners) listener(false);
}

/** Registers a listener for every sign-in, refresh and end of a session. Returns the function that removes it. */
export function onAccess(listener: (signedIn: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the address of a stored file, readable by people of the company. `path` is as returned by the API. */
export function mediaUrl(path: string): string {
  if (/^(https?:|data:|blob:)/.test(path)) return path;
  const address = path.startsWith('/public/') ? path : `/public/${path.replace(/^\/+/, '')}`;
  return `${address}${address.includes('?') ? '&' : '?'}t=${encodeURIComponent(mediaToken)}`;
}

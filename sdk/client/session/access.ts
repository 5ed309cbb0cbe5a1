/** The access token lives here and nowhere else: memory of this page, never storage. */
import { store } from '../store.ts';
import { personAtom, statusAtom, type SessionAnswer } from './session.ts';

let token: string | undefined;
let mediaToken = '';
const listeners = new Set<(signedIn: boolean) => void>();

export const accessToken = (): string | undefined => token;

/** Takes over what login or refresh answered. */
export function acceptSession(answer: SessionAnswer): void {
  token = answer.token;
  mediaToken = answer.tokenPublicDir;
  store.set(personAtom, answer.user);
  store.set(statusAtom, 'signed-in');
  for (const listener of listeners) listener(true);
}

/** Forgets the token. Only `signed-out` forgets who it was: the page behind the login keeps what was typed. */
export function dropSession(status: 'signed-out' | 'expired' | 'elsewhere'): void {
  token = undefined;
  if (status === 'signed-out') {
    mediaToken = '';
    store.set(personAtom, undefined);
  }
  store.set(statusAtom, status);
  for (const listener of listeners) listener(false);
}

/** Called after every sign-in, refresh and end of a session. Answers how to stop listening. */
export function onAccess(listener: (signedIn: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address of a stored file, readable by people of the company. `path` as the API answers it. */
export function mediaUrl(path: string): string {
  if (/^(https?:|data:|blob:)/.test(path)) return path;
  const address = path.startsWith('/public/') ? path : `/public/${path.replace(/^\/+/, '')}`;
  return `${address}${address.includes('?') ? '&' : '?'}t=${encodeURIComponent(mediaToken)}`;
}

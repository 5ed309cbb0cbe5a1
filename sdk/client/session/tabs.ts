/** What tabs of one browser tell each other about the session they share through its cookie. */
import type { SessionAnswer } from './session.ts';

export type TabNews = { kind: 'session'; answer: SessionAnswer } | { kind: 'signed-out' };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('balcao.session');

export const tellTabs = (news: TabNews): void => channel?.postMessage(news);

export function onTabNews(listener: (news: TabNews) => void): () => void {
  const receive = (event: MessageEvent<TabNews>) => listener(event.data);
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

/** Runs alone over all tabs where the browser can (Web Locks need a secure context). */
export const aloneOverTabs = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? (navigator.locks.request('balcao.refresh', work) as Promise<T>)
    : work();

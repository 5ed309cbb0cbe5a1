/** Messages between tabs of one browser about the session that they share through its cookie. */
import type { SessionAnswer } from './session.ts';

export type TabMessage = { kind: 'session'; answer: SessionAnswer } | { kind: 'signed-out' };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('balcao.session');

export const publishToTabs = (news: TabMessage): void => channel?.postMessage(news);

export function onTabMessage(listener: (news: TabMessage) => void): () => void {
  const receive = (event: MessageEvent<TabMessage>) => listener(event.data);
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

/** Runs exclusively over all tabs if the browser supports it (Web Locks need a secure context). */
export const withTabLock = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? (navigator.locks.request('balcao.refresh', work) as Promise<T>)
    : work();

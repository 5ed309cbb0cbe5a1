import { errorFrom, offline } from '../api-error.ts';
import { acceptSession, accessToken, dropSession } from './access.ts';
import { currentSession, type SessionAnswer } from './session.ts';
import { aloneOverTabs, onTabNews, tellTabs } from './tabs.ts';

let running: Promise<boolean> | undefined;

onTabNews((news) => {
  if (news.kind === 'signed-out') return accessToken() === undefined ? undefined : dropSession('signed-out');
  const present = currentSession();
  if (!present || present.user.id === news.answer.user.id) acceptSession(news.answer);
  // Another person signed in: nothing of the one before may stay on this page.
  else location.reload();
});

/** Lets a message that another tab sent before it left the lock arrive. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * A new access token by the refresh cookie: one call at a time over all tabs.
 * Answers whether somebody is signed in; throws ApiError when the server could not be asked (status 0, 429, 5xx).
 */
export function refreshSession(): Promise<boolean> {
  running ??= refresh().finally(() => (running = undefined));
  return running;
}

async function refresh(): Promise<boolean> {
  const before = accessToken();
  return aloneOverTabs(async () => {
    await nextTask();
    const now = accessToken();
    if (now !== undefined && now !== before) return true;
    const response = await fetch('/api/auth/refresh_token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(15_000),
    }).catch(() => Promise.reject(offline()));
    if (response.ok) {
      const answer = (await response.json()) as SessionAnswer;
      acceptSession(answer);
      tellTabs({ kind: 'session', answer });
      return true;
    }
    const refusal = errorFrom(response.status, await response.json().catch(() => undefined));
    if (response.status === 429 || response.status >= 500) throw refusal;
    const ended = refusal.context['reason'] === 'elsewhere' ? 'elsewhere' : 'expired';
    dropSession(currentSession() ? ended : 'signed-out');
    return false;
  });
}

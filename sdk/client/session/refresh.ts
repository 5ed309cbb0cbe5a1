import { errorFrom, offline } from '../api-error.ts';
import { acceptSession, accessToken, dropSession } from './access.ts';
import { earlySession } from './early-start.ts';
import { mayHaveSession, storeNoSession, sessionMark } from './mark.ts';
import { storePendingSignOut, hasPendingSignOut } from './pending-sign-out.ts';
import { currentSession, type SessionAnswer } from './session.ts';
import { withTabLock, onTabMessage, publishToTabs } from './tabs.ts';

let running: Promise<boolean> | undefined;

/**
 * Applies the response of login or refresh. Returns false if another person signed in, or the session is one of another
 * company, as when a super user switched to it: the page is discarded and loaded again.
 */
export function acceptSamePerson(answer: SessionAnswer): boolean {
  const present = currentSession()?.user;
  const { id, companyId } = answer.user;
  if (present && (present.id !== id || present.companyId !== companyId)) {
    location.reload();
    return false;
  }
  acceptSession(answer);
  return true;
}

onTabMessage((news) => {
  if (news.kind === 'session') acceptSamePerson(news.answer);
  else if (accessToken() !== undefined) dropSession('signed-out');
});

/** Waits for messages that another tab sent before it released the lock. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Gets a new access token by the refresh cookie, with one call at a time over all tabs. Returns true if a person is
 * signed in; throws ApiError if the server is unreachable (status 0, 429, 5xx).
 */
export function refreshSession(): Promise<boolean> {
  running ??= refresh().finally(() => (running = undefined));
  return running;
}

/** Gets the browser's session when a page opens. Sends no request if nobody signed in before. */
export async function findSession(): Promise<boolean> {
  if (mayHaveSession()) {
    running ??= requestSession().finally(() => (running = undefined));
    return running;
  }
  dropSession('signed-out');
  return false;
}

/** Uses the response requested by the page's head, else requests one. */
async function requestSession(): Promise<boolean> {
  const answer = await earlySession();
  return answer ? applyAnswer(answer) : refresh();
}

async function applyAnswer(answer: SessionAnswer): Promise<boolean> {
  if (hasPendingSignOut()) return endPendingSignOut(answer);
  publishToTabs({ kind: 'session', answer });
  return acceptSamePerson(answer);
}

async function endPendingSignOut({ token }: SessionAnswer): Promise<false> {
  const { ok } = await fetch('/api/auth/logout', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(15_000),
  }).catch(() => Promise.reject(offline()));
  if (!ok) throw offline();
  storePendingSignOut(false);
  dropSession('signed-out');
  return false;
}

async function refresh(): Promise<boolean> {
  const before = accessToken();
  return withTabLock(async () => {
    await nextTask();
    const now = accessToken();
    if (now !== undefined && now !== before) return true;
    const mark = sessionMark();
    const response = await fetch('/api/auth/refresh_token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(15_000),
    }).catch(() => Promise.reject(offline()));
    if (response.ok) return applyAnswer((await response.json()) as SessionAnswer);
    const refusal = errorFrom(response.status, await response.json().catch(() => undefined));
    if (response.status === 429 || response.status >= 500) throw refusal;
    storeNoSession(mark);
    const ended = refusal.context['reason'] === 'elsewhere' ? 'elsewhere' : 'expired';
    dropSession(currentSession() ? ended : 'signed-out');
    return false;
  });
}

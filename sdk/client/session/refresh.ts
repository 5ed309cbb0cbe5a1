import { errorFrom, offline } from '../api-error.ts';
import { acceptSession, accessToken, dropSession } from './access.ts';
import { earlySession } from './early-start.ts';
import { mayHaveSession, noteNoSession, sessionMark } from './mark.ts';
import { oweSignOut, owesSignOut } from './pending-sign-out.ts';
import { currentSession, type SessionAnswer } from './session.ts';
import { aloneOverTabs, onTabNews, tellTabs } from './tabs.ts';

let running: Promise<boolean> | undefined;

/** False where another person signed in, or a helper went to another company: nothing of before may stay on this page. */
function goOn(answer: SessionAnswer): boolean {
  const present = currentSession()?.user;
  const { id, companyId } = answer.user;
  if (present && (present.id !== id || present.companyId !== companyId)) {
    location.reload();
    return false;
  }
  acceptSession(answer);
  return true;
}

onTabNews((news) => {
  if (news.kind === 'session') goOn(news.answer);
  else if (accessToken() !== undefined) dropSession('signed-out');
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

/** The session that this browser may have, when a page opens. Asks for none where nobody signed in. */
export async function findSession(): Promise<boolean> {
  if (mayHaveSession()) {
    running ??= begin().finally(() => (running = undefined));
    return running;
  }
  dropSession('signed-out');
  return false;
}

/** The answer that was asked for before there was code, else one that is asked for now. */
async function begin(): Promise<boolean> {
  const answer = await earlySession();
  return answer ? takeOver(answer) : refresh();
}

async function takeOver(answer: SessionAnswer): Promise<boolean> {
  if (owesSignOut()) return endOwed(answer);
  tellTabs({ kind: 'session', answer });
  return goOn(answer);
}

async function endOwed({ token }: SessionAnswer): Promise<false> {
  const { ok } = await fetch('/api/auth/logout', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(15_000),
  }).catch(() => Promise.reject(offline()));
  if (!ok) throw offline();
  oweSignOut(false);
  dropSession('signed-out');
  return false;
}

async function refresh(): Promise<boolean> {
  const before = accessToken();
  return aloneOverTabs(async () => {
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
    if (response.ok) return takeOver((await response.json()) as SessionAnswer);
    const refusal = errorFrom(response.status, await response.json().catch(() => undefined));
    if (response.status === 429 || response.status >= 500) throw refusal;
    noteNoSession(mark);
    const ended = refusal.context['reason'] === 'elsewhere' ? 'elsewhere' : 'expired';
    dropSession(currentSession() ? ended : 'signed-out');
    return false;
  });
}

import { accessToken } from './access.ts';
import { sessionMark } from './mark.ts';
import type { SessionAnswer } from './session.ts';

/** The plugins of the page for the signed-in person, which `GET /api/bootstrap` returns beside the session. */
export interface PageComposition {
  plugins: readonly { id: string; version: string; entry: string; start?: string }[];
}
interface PageStart extends PageComposition {
  session: SessionAnswer;
}
/** The bootstrap request that the page's head sends before any code is loaded; undefined if it failed. */
type EarlyStart = Promise<{ answer: PageStart; mark: string | undefined } | undefined>;

let parts: { token: string; of: PageComposition } | undefined;

/**
 * Returns the session requested by the page's head, once. Undefined if none was requested, the request failed, or the
 * browser's session changed since.
 */
export async function earlySession(): Promise<SessionAnswer | undefined> {
  const page = globalThis as { earlyStart?: EarlyStart };
  const request = page.earlyStart;
  delete page.earlyStart;
  const early = await request;
  // Every sign-in and refresh sets another mark: the response may belong to another person by now.
  if (!early || early.mark !== sessionMark()) return undefined;
  const { session, ...of } = early.answer;
  parts = { token: session.token, of };
  return session;
}

/** Returns the page's composition that came with the current session, once, because it may be outdated later. */
export function claimPageComposition(): PageComposition | undefined {
  const taken = parts;
  parts = undefined;
  return taken && taken.token === accessToken() ? taken.of : undefined;
}

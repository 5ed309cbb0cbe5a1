import { accessToken } from './access.ts';
import { sessionMark } from './mark.ts';
import type { SessionAnswer } from './session.ts';

/** What the page is composed of for who is signed in, as `GET /api/bootstrap` answers it beside the session. */
export interface PageParts {
  plugins: readonly { id: string; version: string; entry: string; start?: string }[];
}
interface PageStart extends PageParts {
  session: SessionAnswer;
}
/** The page's head asks for it before there is any code; undefined: it did not come. */
type EarlyStart = Promise<{ answer: PageStart; mark: string | undefined } | undefined>;

let parts: { token: string; of: PageParts } | undefined;

/** The session that the page's head asked for, once. Undefined: none was, it did not come, or it is no more the browser's. */
export async function earlySession(): Promise<SessionAnswer | undefined> {
  const page = globalThis as { earlyStart?: EarlyStart };
  const asked = page.earlyStart;
  delete page.earlyStart;
  const came = await asked;
  // Every sign-in and refresh sets another mark: what this one answered may be another person's by now.
  if (!came || came.mark !== sessionMark()) return undefined;
  const { session, ...of } = came.answer;
  parts = { token: session.token, of };
  return session;
}

/** What came along with the session in force, once: later it may be past. */
export function takePageParts(): PageParts | undefined {
  const taken = parts;
  parts = undefined;
  return taken && taken.token === accessToken() ? taken.of : undefined;
}

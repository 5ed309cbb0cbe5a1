import type { Server } from './installation.ts';
import { emailOf, password } from './seed.ts';

// The server limits concurrent logins per address.
const atOnce = 10;

const logIn = async ({ url }: Server, email: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`the login of ${email} answered ${answer.status}`);
  return token;
};

/** Logs people in and returns their access tokens, in the same order. */
export const sessionsOf = async (
  server: Server,
  people: readonly { company: number; person: number }[],
): Promise<string[]> => {
  const tokens: string[] = [];
  for (let at = 0; at < people.length; at += atOnce) {
    const some = people.slice(at, at + atOnce);
    tokens.push(...(await Promise.all(some.map(({ company, person }) => logIn(server, emailOf(company, person))))));
  }
  return tokens;
};

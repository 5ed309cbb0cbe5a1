import { z } from 'zod';
import { callerRoute, openRoute } from './kernel-route.ts';
import type { CookieOptions, Cookies, KernelRoute } from './kernel-route.ts';
import type { Logins, SignedIn } from './logins.ts';
import { OwnAccount } from './own-account.ts';
import type { OwnAccounts } from './own-account.ts';
import type { PasswordResets } from './password-resets.ts';
import type { SignedInUsers } from './signed-in-user.ts';

/** Holds the refresh token; scripts cannot read it and no other site can send it. */
export const refreshCookie = 'jrt';

const noNull = (value: string): boolean => !value.includes('\0');
const email = z.string().max(254).refine(noNull, 'ERR_INVALID_EMAIL');

interface AuthRoutesOptions {
  logins: Logins;
  resets: PasswordResets;
  ownAccounts: OwnAccounts;
  signedIn: SignedInUsers;
  publicUrl: string;
}

export function authRoutes({ logins, resets, ownAccounts, signedIn, publicUrl }: AuthRoutesOptions): KernelRoute[] {
  const cookie: CookieOptions = {
    path: '/api/auth',
    httpOnly: true,
    secure: publicUrl.startsWith('https:'),
    sameSite: 'strict',
    maxAge: 30 * 86_400_000,
  };
  const answer = (cookies: Cookies, { refreshToken, answer: body }: SignedIn): SignedIn['answer'] => {
    cookies.set(refreshCookie, refreshToken, cookie);
    return body;
  };
  const me = async (companyId: number, userId: number) => (await signedIn.describe(companyId, userId)).user;

  return [
    openRoute({
      method: 'POST',
      path: '/auth/login',
      input: { body: z.object({ email, password: z.string().max(200) }) },
      handle: async ({ body, cookies, ip, userAgent }) =>
        answer(cookies, await logins.logIn(body.email, body.password, { ip, userAgent })),
    }),
    openRoute({
      method: 'POST',
      path: '/auth/refresh_token',
      rate: 600,
      handle: async ({ cookies, ip, userAgent }) =>
        answer(cookies, await logins.refresh(cookies.get(refreshCookie), { ip, userAgent })),
    }),
    callerRoute({
      method: 'DELETE',
      path: '/auth/logout',
      access: 'signed-in',
      handle: async ({ session, cookies }) => {
        await logins.logOut(session);
        cookies.set(refreshCookie, null, cookie);
        return {};
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/auth/me',
      access: 'signed-in',
      handle: ({ user, company }) => me(company.id, user.id),
    }),
    callerRoute({
      method: 'PUT',
      path: '/auth/me',
      access: 'signed-in',
      input: { body: OwnAccount },
      handle: async ({ body, user, company }) => {
        await ownAccounts.update(user, company.id, body);
        return me(company.id, user.id);
      },
    }),
    openRoute({
      method: 'POST',
      path: '/forgetpassword/:email',
      input: { params: z.object({ email }) },
      handle: async ({ params, ip }) => {
        await resets.request(params.email, ip);
        return {};
      },
    }),
    openRoute({
      method: 'PUT',
      path: '/forgetpassword/:email/:token',
      input: {
        params: z.object({ email, token: z.string().max(100) }),
        body: z.object({ password: z.string().max(200) }),
      },
      handle: async ({ params, body, ip }) => {
        await resets.redeem(params.email, params.token, body.password, ip);
        return {};
      },
    }),
  ];
}

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { callerRoute, openRoute } from './kernel-route.ts';
import type { Caller, CookieOptions, Cookies, KernelRoute } from './kernel-route.ts';
import { languageNamed } from '../http/language.ts';
import type { Logins, SignedIn, Waiting } from './logins.ts';
import type { PageParts } from '../http/platform.ts';
import { deviceCookie, deviceCookieDays } from './known-devices.ts';
import type { KnownDevices } from './known-devices.ts';
import { OwnAccount } from './own-account.ts';
import type { OwnAccounts } from './own-account.ts';
import type { PasswordLinks } from './password-links.ts';
import type { PasswordResets } from './password-resets.ts';
import type { SignedInUser, SignedInUsers } from './signed-in-user.ts';
import type { Impersonations } from './impersonations.ts';

/** Cookie of the refresh token. Scripts cannot read it, and no other site can send it. */
const refreshName = 'jrt';
/** Cookie with the same token for the one call outside `/api/auth` that needs it; it is sent with no other. */
const startName = 'jrtStart';

/**
 * Cookie that tells the page that there is a refresh token. Its value changes with each token and reveals nothing
 * else.
 */
const markName = 'signedIn';

const noNull = (value: string): boolean => !value.includes('\0');
const linkToken = z.string().max(200);
const email = z.string().max(254).refine(noNull, 'ERR_INVALID_EMAIL');

interface AuthRoutesOptions {
  logins: Logins;
  resets: PasswordResets;
  links: PasswordLinks;
  ownAccounts: OwnAccounts;
  signedIn: SignedInUsers;
  visits: Impersonations;
  devices: KnownDevices;
  /** Content of the person's page; absent: none. */
  pageParts?(user: SignedInUser): PageParts;
  publicUrl: string;
  /** Lifetime of the cookie of the refresh token, in seconds. */
  cookieSeconds: number;
}

export function authRoutes({
  logins,
  resets,
  links,
  ownAccounts,
  signedIn,
  visits,
  devices,
  pageParts = () => ({ plugins: [] }),
  publicUrl,
  cookieSeconds,
}: AuthRoutesOptions): KernelRoute[] {
  const isSecure = publicUrl.startsWith('https:');
  // Browsers accept the prefix only over https, so nobody in between can set another cookie.
  const refreshCookie = isSecure ? `__Secure-${refreshName}` : refreshName;
  const startCookie = isSecure ? `__Secure-${startName}` : startName;
  const cookie: CookieOptions = {
    path: '/api/auth',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'strict',
    maxAge: cookieSeconds * 1000,
  };
  const start: CookieOptions = { ...cookie, path: '/api/bootstrap' };
  const mark: CookieOptions = { ...cookie, path: '/', httpOnly: false };
  const enter = (cookies: Cookies, { refreshToken, answer: body }: SignedIn): SignedIn['answer'] => {
    cookies.set(refreshCookie, refreshToken, cookie);
    cookies.set(startCookie, refreshToken, start);
    cookies.set(markName, randomBytes(6).toString('base64url'), mark);
    return body;
  };
  const answer = (cookies: Cookies, outcome: SignedIn | Waiting): SignedIn['answer'] | Waiting =>
    'step' in outcome ? outcome : enter(cookies, outcome);
  const remember = (cookies: Cookies, email: string): void =>
    cookies.set(deviceCookie, devices.withLogin(cookies.get(deviceCookie), email), {
      ...cookie,
      maxAge: deviceCookieDays * 86_400_000,
    });
  const me = async ({ session, company }: Caller) => signedIn.describe(session.companyId, session.userId, company.id);
  const visited = z.object({ companyId: z.coerce.number().int().positive().max(2_147_483_647) });

  return [
    openRoute({
      method: 'POST',
      path: '/auth/login',
      summary: 'Signs in by e-mail and password. The refresh token goes into a cookie.',
      input: { body: z.object({ email, password: z.string().max(200) }) },
      handle: async ({ body, cookies, ip, userAgent, language }) => {
        const known = devices.deviceOf(cookies.get(deviceCookie), body.email);
        const device = { ip, userAgent };
        const outcome = await logins.logIn(body.email, body.password, device, languageNamed(language), known);
        const shown = answer(cookies, outcome);
        if (!('step' in outcome)) remember(cookies, body.email);
        return shown;
      },
    }),
    openRoute({
      method: 'POST',
      path: '/auth/login/step',
      summary: 'Answers what a login asks after the password, such as a code.',
      input: { body: z.object({ pass: z.string().max(100), value: z.string().max(200).default('') }) },
      handle: async ({ body, cookies, ip, userAgent, language }) => {
        const device = { ip, userAgent };
        const outcome = await logins.answerStep(body.pass, body.value, device, languageNamed(language));
        const shown = answer(cookies, outcome);
        if (!('step' in outcome)) remember(cookies, outcome.answer.user.email);
        return shown;
      },
    }),
    openRoute({
      method: 'POST',
      path: '/auth/refresh_token',
      summary: 'A new access token for the refresh token in the cookie.',
      rate: 600,
      handle: async ({ cookies, ip, userAgent }) =>
        answer(cookies, await logins.refresh(cookies.get(refreshCookie), { ip, userAgent })),
    }),
    openRoute({
      method: 'GET',
      path: '/bootstrap',
      summary: 'All that a page needs to start: a new access token, who is signed in, and what is on for the company.',
      rate: 600,
      handle: async ({ cookies, ip, userAgent }) => {
        const session = enter(cookies, await logins.refresh(cookies.get(startCookie), { ip, userAgent }));
        return { session, ...pageParts(session.user) };
      },
    }),
    callerRoute({
      method: 'DELETE',
      path: '/auth/logout',
      summary: 'Ends the session.',
      access: 'signed-in',
      handle: async ({ session, cookies }) => {
        await logins.logOut(session);
        cookies.set(refreshCookie, null, cookie);
        cookies.set(startCookie, null, start);
        cookies.set(markName, null, mark);
        return {};
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/auth/me',
      summary: 'Who is signed in, with permissions, company and settings.',
      access: 'signed-in',
      handle: (request) => me(request),
    }),
    callerRoute({
      method: 'PUT',
      path: '/auth/me',
      summary: 'Changes one’s own name, e-mail, language, preferences or password.',
      access: 'signed-in',
      // Changes of preferences are not administration, so they are not audited.
      audit: ({ body }) => {
        const { email, password } = body as z.output<typeof OwnAccount>;
        if (email === undefined && password === undefined) return undefined;
        return {
          action: password === undefined ? 'account.email' : 'account.password',
          ...(email && { subject: email }),
        };
      },
      input: { body: OwnAccount },
      handle: async (request) => {
        const { body, user, session } = request;
        await ownAccounts.update(user, session.companyId, body);
        return me(request);
      },
    }),
    // The browser refreshes its token afterwards and gets the other company.
    callerRoute({
      method: 'POST',
      path: '/auth/visit/:companyId',
      summary: 'Enters a company to help it. The impersonation is in the company’s audit log.',
      access: 'super',
      // Audited where the session moves, with the name of the company.
      audit: false,
      input: { params: visited },
      handle: async ({ params, user, session, ip }) => {
        await visits.enter(params.companyId, user, session, ip);
        return {};
      },
    }),
    callerRoute({
      method: 'DELETE',
      path: '/auth/visit',
      summary: 'Ends an impersonation.',
      access: 'super',
      audit: false,
      handle: async ({ user, session, ip }) => {
        await visits.leave(user, session, ip);
        return {};
      },
    }),
    openRoute({
      method: 'POST',
      path: '/forgetpassword/:email',
      summary: 'Sends a code by which a forgotten password can be replaced.',
      input: { params: z.object({ email }) },
      handle: async ({ params, ip }) => {
        await resets.request(params.email, ip);
        return {};
      },
    }),
    openRoute({
      method: 'PUT',
      path: '/forgetpassword/:email/:token',
      summary: 'Replaces a forgotten password by the code that was sent.',
      input: {
        params: z.object({ email, token: z.string().max(100) }),
        body: z.object({ password: z.string().max(200) }),
      },
      handle: async ({ params, body, ip }) => {
        await resets.redeem(params.email, params.token, body.password, ip);
        return {};
      },
    }),
    openRoute({
      method: 'POST',
      path: '/auth/password-link',
      summary: 'Shows whose password a link from an admin sets.',
      input: { body: z.object({ token: linkToken }) },
      handle: ({ body, ip }) => links.show(body.token, ip),
    }),
    openRoute({
      method: 'PUT',
      path: '/auth/password-link',
      summary: 'Sets a password by a link from an admin. The link is valid once.',
      input: { body: z.object({ token: linkToken, password: z.string().max(200) }) },
      handle: ({ body, ip }) => links.redeem(body.token, body.password, ip),
    }),
  ];
}

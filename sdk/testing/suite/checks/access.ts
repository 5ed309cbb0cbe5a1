import type { Check } from './check.ts';
import { notRefused } from '../calls.ts';
import { togglesOf } from '../seeded-company.ts';
import { isPublic } from '../routes.ts';

export const sessions: Check = {
  title: 'answers nobody without a session, but where its manifest says why',
  run: ({ host, routes, ours }) =>
    notRefused(
      host,
      routes.filter((route) => !isPublic(route)),
      { token: '', known: ours.ids, status: 401, code: 'ERR_SESSION_EXPIRED' },
    ),
};

export const permissions: Check = {
  title: 'refuses who lacks the permission of a call, before it looks at anything that was sent',
  async run({ host, routes, ours }) {
    const asked = routes.filter(({ access }) => typeof access === 'string' && access !== 'signed-in');
    if (asked.length === 0) return [];
    // A company of its own, because the permissions revoked here would be missing elsewhere.
    const settings = Object.fromEntries(togglesOf(host).map((toggle) => [toggle, true]));
    const { admin, person } = await host.company({ settings });
    const somebody = await person('user');
    const named = new Set(asked.map(({ access }) => String(access)).filter((name) => name !== 'super'));
    for (const permission of named) await admin.put('/permissions', { profile: 'user', permission, granted: false });
    return notRefused(host, asked, {
      token: somebody.token,
      known: ours.ids,
      status: 403,
      code: 'ERR_NO_PERMISSION',
    });
  },
};

import type { Check } from './check.ts';
import { notRefused } from '../calls.ts';
import { togglesOf } from '../seeded-company.ts';
import { isPublic } from '../routes.ts';

export const sessions: Check = {
  title: 'answers without a session only on routes that its manifest lists with a reason',
  run: ({ host, routes, ours }) =>
    notRefused(
      host,
      routes.filter((route) => !isPublic(route)),
      { token: '', known: ours.ids, status: 401, code: 'ERR_SESSION_EXPIRED' },
    ),
};

export const permissions: Check = {
  title: 'rejects a call without its permission before it validates the input',
  async run({ host, routes, ours }) {
    const guarded = routes.filter(({ access }) => typeof access === 'string' && access !== 'signed-in');
    if (guarded.length === 0) return [];
    // A company of its own, because the permissions revoked here would be missing elsewhere.
    const settings = Object.fromEntries(togglesOf(host).map((toggle) => [toggle, true]));
    const { admin, person } = await host.company({ settings });
    const somebody = await person('user');
    const named = new Set(guarded.map(({ access }) => String(access)).filter((name) => name !== 'super'));
    for (const permission of named) await admin.put('/permissions', { profile: 'user', permission, granted: false });
    return notRefused(host, guarded, {
      token: somebody.token,
      known: ours.ids,
      status: 403,
      code: 'ERR_NO_PERMISSION',
    });
  },
};

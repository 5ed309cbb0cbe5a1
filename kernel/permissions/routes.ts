import { z } from 'zod';
import { adminOnly, callerRoute } from '../auth/kernel-route.ts';
import type { KernelRoute } from '../auth/kernel-route.ts';
import type { Permissions } from './permissions.ts';

export const permissionRoutes = (permissions: Permissions): KernelRoute[] => [
  callerRoute({
    method: 'GET',
    path: '/permissions',
    summary: 'Lists the permissions of each profile of the company.',
    access: 'settings:view',
    handle: async ({ company }) => permissions.list(company.id),
  }),
  callerRoute({
    method: 'PUT',
    path: '/permissions',
    summary: 'Grants a permission to a profile, or takes it back.',
    access: 'signed-in',
    audit: ({ body }) => {
      const { permission, ...detail } = body as { permission: string };
      return { action: 'permissions.changed', subject: permission, detail };
    },
    input: {
      body: z.object({
        profile: z.enum(['admin', 'gestor', 'user']),
        permission: z.string().max(200),
        granted: z.boolean(),
      }),
    },
    handle: async ({ body, user, company }) => {
      adminOnly(user);
      await permissions.grant(company.id, body.profile, body.permission, body.granted);
      return body;
    },
  }),
];

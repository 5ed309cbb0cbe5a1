import { z } from 'zod';
import { callerRoute } from '../auth/kernel-route.ts';
import type { KernelRoute } from '../auth/kernel-route.ts';
import type { Mailer } from './mailer.ts';

export const mailRoutes = (mailer: Mailer): KernelRoute[] => [
  callerRoute({
    method: 'GET',
    path: '/mails',
    summary: 'Lists mail that the platform sent or stores.',
    access: 'super',
    input: { query: z.object({ pageNumber: z.coerce.number().int().min(1).max(100_000).default(1) }) },
    handle: ({ query }) => mailer.list(query.pageNumber),
  }),
];

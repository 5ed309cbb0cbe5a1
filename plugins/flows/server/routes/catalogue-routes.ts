import { z, type Host, type Scope } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import { flowNode } from '../../contract.ts';
import { nameKey } from '../../graph/fill.ts';
import type manifest from '../../manifest.ts';
import { knownNames } from '../engine/built-in-values.ts';
import { secretNames, storeSecret } from '../nodes/connect.ts';
import { offeredTriggers } from '../triggers.ts';

const catalogue = z.object({
  types: z.array(z.string()),
  variables: z.array(z.object({ name: z.string(), label: z.string() })),
  triggers: z.array(
    z.object({
      trigger: z.string(),
      label: z.string(),
      subjects: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
    }),
  ),
  channels: z.array(z.string()),
  secrets: z.array(z.string()),
});

/** Channels that the simulator imitates: those of the plugins that are on. */
const channelIds = (scope: Scope): string[] => scope.items(channelAdapter).map(({ id }) => id);

export const catalogueRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/catalogue', {
    access: 'flows:view',
    summary: 'What flows of this company may consist of: kinds of node, names of values, occasions, channels.',
    output: catalogue,
    handle: async (_request, scope) => ({
      types: scope.items(flowNode).map(({ type }) => type),
      variables: knownNames(scope).map(({ name, label, scope: own }) => ({ name, label: own.t(label) })),
      triggers: await offeredTriggers(scope),
      channels: channelIds(scope),
      secrets: await secretNames(scope),
    }),
  });
  host.route('PUT', '/flow/secrets', {
    access: 'flows:view',
    audit: 'flows.secret',
    summary: 'Stores a secret that HTTP requests insert by name; an empty value removes it. It is never sent back.',
    input: {
      body: z.object({
        name: z
          .string()
          .transform(nameKey)
          .pipe(z.string().regex(/^[a-z0-9_-]{1,60}$/, 'ERR_INVALID_VALUE')),
        value: z.string().max(4000),
      }),
    },
    handle: async ({ body: { name, value } }, scope) => {
      await scope.audit({ action: 'flows.secret', subject: name, detail: { isSet: value !== '' } });
      await storeSecret(name, value, scope);
    },
  });
};

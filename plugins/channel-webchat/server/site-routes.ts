import { invalid, z, type Host, type Scope } from '@balcao/sdk/server';
import type { ShownSite } from '../contract.ts';
import type manifest from '../manifest.ts';
import { toOrigin } from './origins.ts';
import { addressRef, saveSite, siteOf, webchatConnection } from './sites.ts';

export const scriptPath = '/plugins/channel-webchat/public/widget.js';

const params = z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) });
const noNul = (text: string): boolean => !text.includes('\0');
const options = z.object({
  allowedOrigins: z.array(z.string().max(300)).max(50),
  title: z.string().trim().min(1, 'Required').max(60, 'Too Long!').refine(noNul, 'Too Short!'),
  color: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, '#rrggbb'),
  greeting: z.string().trim().max(1000, 'Too Long!').refine(noNul, 'Too Short!'),
  askName: z.boolean(),
});

/** Validates origins; faults refer to their index in the list. */
const checkedOrigins = (typed: readonly string[]): string[] => {
  const origins = typed.filter((text) => text.trim() !== '').map((text) => [text, toOrigin(text)] as const);
  const wrong = origins.find(([, origin]) => origin === undefined);
  if (wrong) throw invalid({ allowedOrigins: `ERR_ORIGIN_INVALID ${wrong[0].trim()}`.slice(0, 200) });
  return [...new Set(origins.flatMap(([, origin]) => origin ?? []))];
};

const shown = async (connectionId: number, scope: Scope): Promise<ShownSite> => {
  const { secret: _own, ...site } = await siteOf(scope, connectionId);
  const address = await scope.addresses.issue(addressRef(connectionId));
  return { ...site, address, scriptPath, demoPath: `/api/webchat/${address}/demo` };
};

/** The routes of the company’s screens. */
export const siteRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/webchat-sites/:connectionId', {
    access: 'webchat:edit',
    summary: 'Options of a site’s chat, with the address its snippet names',
    input: { params },
    handle: async ({ params: { connectionId } }, scope) => {
      await webchatConnection(scope, connectionId);
      return shown(connectionId, scope);
    },
  });
  host.route('PUT', '/webchat-sites/:connectionId', {
    access: 'webchat:edit',
    summary: 'Changes options of a site’s chat',
    input: { params, body: options.partial() },
    handle: async ({ params: { connectionId }, body }, scope) => {
      await webchatConnection(scope, connectionId);
      const { allowedOrigins, ...others } = body;
      const origins = allowedOrigins && { allowedOrigins: checkedOrigins(allowedOrigins) };
      await scope.tx(async (inner) => {
        await siteOf(inner, connectionId);
        await saveSite(inner, connectionId, { ...others, ...origins });
      });
      return shown(connectionId, scope);
    },
  });
};

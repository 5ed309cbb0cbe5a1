import { conflict, forbidden, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { assistantTool } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { params } from '../knowledge/source-row.ts';
import { goLive, lockVersions } from './live.ts';
import { liveProfile, profileForm } from './profile.ts';

export const versionOutput = z.object({
  id: z.number(),
  number: z.number(),
  isLive: z.boolean(),
  settings: profileForm,
  createdAt: z.string(),
  createdBy: z.string().nullable(),
});
type Version = z.output<typeof versionOutput> & Record<string, unknown>;

const shownVersions = 30;

/** One version, or the latest ones and the live one, which may be older. */
const versions = (scope: Scope, id?: number): Promise<Version[]> =>
  scope.sql.rows<Version>(
    sql`select v.id, v.number, v.is_live as "isLive", v.settings, to_json(v.created_at) #>> '{}' as "createdAt", u.name as "createdBy"
          from assistant.version v left join kernel."user" u on u.company_id = v.company_id and u.id = v.created_by
         where ${
           id === undefined
             ? sql`v.is_live or v.number > (select max(number) from assistant.version) - ${shownVersions}::int`
             : sql`v.id = ${id}`
         } order by v.number desc`,
  );

const newVersion = profileForm.extend({
  isLive: z.boolean().default(false),
  baseId: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe('The live version from which the settings were made; null: there was none. Absent: not checked.'),
});

/** A tool that needs a permission is switched on only by who holds it. */
export const refuseTools = (scope: Scope, before: readonly string[], after: readonly string[]): void => {
  const on = before.filter((name) => !after.includes(name));
  const refused = scope
    .items(assistantTool)
    .some(({ name, permission }) => on.includes(name) && permission !== undefined && !scope.can(permission));
  if (refused) throw forbidden();
};

/** The assistant's settings in versions: the live one answers customers, others can be compared with it first. */
export const profileRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/versions', {
    access: 'assistant:view',
    summary:
      'The latest versions of the settings and the live one, the newest first, and the tools that may be switched off.',
    output: z.object({
      versions: z.array(versionOutput),
      live: profileForm,
      tools: z.array(z.object({ name: z.string(), label: z.string(), isFixed: z.boolean() })),
    }),
    handle: async (_request, scope) => ({
      versions: (await versions(scope)).map((version) => ({
        ...version,
        settings: profileForm.parse(version.settings),
      })),
      live: (await liveProfile(scope)).profile,
      tools: scope
        .contributions(assistantTool)
        .map(({ item: { name, label }, scope: own }) => ({ name, label: own.t(label), isFixed: name === 'handover' })),
    }),
  });
  host.route('POST', '/assistant/versions', {
    access: 'assistant:view',
    summary:
      'Stores settings as a new version; with `isLive` it answers customers from now on. ERR_VERSION_CHANGED (409) if they were made from another version than the live one.',
    input: { body: newVersion },
    output: versionOutput,
    audit: 'assistant.version',
    handle: async ({ body: { isLive, baseId, ...settings } }, scope) => {
      refuseTools(scope, (await liveProfile(scope)).profile.toolsOff, settings.toolsOff);
      const by = scope.user.impersonating ? null : scope.user.id;
      const id = await scope.tx(async (inner) => {
        await lockVersions(inner);
        if (baseId !== undefined && (await liveProfile(inner)).versionId !== baseId)
          throw conflict('ERR_VERSION_CHANGED');
        if (isLive) await inner.sql.run(sql`update assistant.version set is_live = false where is_live`);
        const row = await inner.sql.one<{ id: number }>(
          sql`insert into assistant.version (number, settings, is_live, live_at, created_by)
              select coalesce(max(number), 0) + 1, ${JSON.stringify(settings)}::jsonb, ${isLive}, ${isLive ? sql`now()` : sql`null`}, ${by} from assistant.version returning id`,
        );
        return row?.id ?? 0;
      });
      const [version] = await versions(scope, id);
      if (!version) throw notFound('ERR_NO_VERSION_FOUND');
      return version;
    },
  });
  host.route('POST', '/assistant/versions/:id/use', {
    access: 'assistant:view',
    summary: 'Lets a version answer customers from now on.',
    input: { params },
    output: versionOutput,
    audit: 'assistant.version',
    handle: async ({ params: { id } }, scope) => {
      const [wanted] = await versions(scope, id);
      if (!wanted) throw notFound('ERR_NO_VERSION_FOUND');
      refuseTools(scope, (await liveProfile(scope)).profile.toolsOff, profileForm.parse(wanted.settings).toolsOff);
      await scope.tx((inner) => goLive(inner, id));
      const [version] = await versions(scope, id);
      if (!version) throw notFound('ERR_NO_VERSION_FOUND');
      return version;
    },
  });
};

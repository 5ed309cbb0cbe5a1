import { invalid, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { isReadable, maxFileBytes } from '../files/read-file.ts';
import { readQuickMessages, requestReading } from './read-source.ts';
import {
  listSources,
  params,
  requireSource,
  required,
  singleSource,
  sourceOutput,
  storable,
  type SignedIn,
} from './source-row.ts';
import { publishKnowledge } from './store-chunks.ts';

const maxSources = 200;

const site = z
  .string('Required')
  .trim()
  .max(2_000, 'Too Long!')
  .transform((typed) => (/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`))
  .refine((typed) => {
    const address = URL.parse(typed);
    return (
      address !== null &&
      /^https?:$/.test(address.protocol) &&
      address.username === '' &&
      address.hostname.includes('.')
    );
  }, 'Invalid address');
/** Switched off, it is read and can be tried, and customers get nothing of it. */
const isOn = z.boolean().default(true);
const newSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), title: required(200), body: required(100_000), isOn }),
  z.object({ kind: z.literal('site'), url: site, isOn }),
]);
const change = z.object({
  isOn: z.boolean().optional(),
  title: required(200).optional(),
  body: required(100_000).optional(),
});

/** A company's knowledge stays small enough to be searched at once, and to be looked after by people. */
const refuseMore = async (scope: Scope): Promise<void> => {
  const row = await scope.sql.one<{ count: number }>(sql`select count(*)::int as count from assistant.source`);
  if ((row?.count ?? 0) >= maxSources) throw invalid({ kind: 'Too many sources' });
};

const create = async (
  scope: SignedIn,
  values: { kind: string; title: string; url?: string; body?: string; isOn: boolean },
) => {
  await refuseMore(scope);
  return scope.tx(async (inner) => {
    const row = await inner.sql.one<{ id: number }>(
      sql`insert into assistant.source (kind, title, url, body, is_on, created_by)
          values (${values.kind}, ${values.title}, ${values.url ?? ''}, ${values.body ?? ''}, ${values.isOn}, ${authorOf(scope)}) returning id`,
    );
    await requestReading(inner, row?.id ?? 0);
    return requireSource(inner, row?.id ?? 0);
  });
};

/** A super user who works inside the company is none of its people. */
const authorOf = ({ user }: SignedIn): number | null => (user.impersonating ? null : user.id);

export const sourceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/sources', {
    access: 'assistant:view',
    summary: 'All sources of knowledge, the most used first.',
    output: z.array(sourceOutput),
    handle: async (_request, scope) => {
      await singleSource(scope, 'faq');
      return listSources(scope);
    },
  });
  host.route('POST', '/assistant/sources', {
    access: 'assistant:view',
    summary: 'Adds a text, or the pages of a site. They are read afterwards: `state` tells.',
    input: { body: newSource, maxBytes: 2_000_000 },
    output: sourceOutput,
    handle: ({ body }, scope) =>
      create(scope, body.kind === 'site' ? { ...body, title: new URL(body.url).host } : body),
  });
  host.route('POST', '/assistant/sources/files', {
    access: 'assistant:view',
    summary: 'Adds a PDF, Word or text file (`file`), which is read afterwards.',
    input: { files: { maxBytes: maxFileBytes, maxCount: 1 } },
    output: sourceOutput,
    handle: async ({ files: [upload] }, scope) => {
      if (!upload) throw invalid({ file: 'Required' });
      if (!isReadable(upload.mime, upload.name)) throw invalid({ file: 'Invalid file' });
      await refuseMore(scope);
      const name = storable(upload.name).slice(0, 200);
      const file = await scope.storage.store(upload);
      try {
        return await scope.tx(async (inner) => {
          const row = await inner.sql.one<{ id: number }>(
            sql`insert into assistant.source (kind, title, file_path, file_name, file_mime, file_size, created_by)
                values ('file', ${name.replace(/\.[^.]+$/, '') || name}, ${file.path}, ${name}, ${file.mime}, ${file.size}, ${authorOf(scope)})
             returning id`,
          );
          await requestReading(inner, row?.id ?? 0);
          return requireSource(inner, row?.id ?? 0);
        });
      } catch (error) {
        await scope.storage.remove(file.path).catch(() => undefined);
        throw error;
      }
    },
  });
  host.route('PUT', '/assistant/sources/:id', {
    access: 'assistant:view',
    summary: 'Switches a source on or off, or changes the title or a pasted text.',
    input: { params, body: change, maxBytes: 2_000_000 },
    output: sourceOutput,
    handle: ({ params: { id }, body }, scope) =>
      scope.tx(async (inner) => {
        const before = await requireSource(inner, id);
        const { isOn = before.isOn, title = before.title, body: text = before.body } = body;
        if (before.kind !== 'text' && body.body !== undefined) throw invalid({ body: 'Only texts are edited here' });
        await inner.sql.run(
          sql`update assistant.source set is_on = ${isOn}, title = ${title}, body = ${text}, updated_at = now(),
                 switched_at = case when is_on = ${isOn} then switched_at else now() end where id = ${id}`,
        );
        if (text !== before.body) await requestReading(inner, id);
        await publishKnowledge(inner, id);
        return requireSource(inner, id);
      }),
  });
  host.route('POST', '/assistant/sources/:id/read', {
    access: 'assistant:view',
    summary: 'Reads a source again now: the pages of a site, a file that failed, the quick messages.',
    input: { params },
    output: sourceOutput,
    rate: 30,
    handle: async ({ params: { id } }, scope) => {
      const { kind } = await requireSource(scope, id);
      if (kind === 'quick') await readQuickMessages(scope);
      else if (kind !== 'faq') await requestReading(scope, id);
      return requireSource(scope, id);
    },
  });
  host.route('DELETE', '/assistant/sources/:id', {
    access: 'assistant:view',
    summary: 'Deletes a source with its passages. Questions and quick messages are only switched off.',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      const gone = await scope.tx(async (inner) => {
        const row = await inner.sql.one<{ path: string | null }>(
          sql`delete from assistant.source where id = ${id} and kind not in ('faq', 'quick') returning file_path as path`,
        );
        if (row) await publishKnowledge(inner, id);
        return row;
      });
      if (!gone) throw notFound('ERR_NO_KNOWLEDGE_SOURCE_FOUND');
      if (gone.path !== null) await scope.storage.remove(gone.path);
    },
  });
};

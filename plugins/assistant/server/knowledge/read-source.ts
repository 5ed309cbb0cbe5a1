import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { quickMessageChanged, quickMessages } from '@balcao/quick-messages/contract';
import { embedPassages, knowledgeChanged, knowledgeRoom, readDueSites, readSource } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { chunksOf } from '../files/chunk-text.ts';
import { plainBlocks } from '../files/blocks.ts';
import { bytesOf, fileBlocks, Unreadable } from '../files/read-file.ts';
import type { Missed } from '../site/crawl.ts';
import { embedMissing } from './embed.ts';
import { singleSource } from './source-row.ts';
import { keepParts, publishKnowledge, storePart, type Part } from './store-chunks.ts';

interface Row {
  kind: string;
  title: string;
  url: string;
  body: string;
  filePath: string | null;
  fileMime: string | null;
}

/** Requests a reading of a source. Inside a transaction it starts with the commit. ERR_NO_KNOWLEDGE_SOURCE_FOUND. */
export const requestReading = async (scope: Scope, sourceId: number): Promise<void> => {
  const row = await scope.sql.one<{ request: number }>(
    sql`update assistant.source set request = request + 1, state = 'waiting', error = null, pages = 0, pages_done = 0
         where id = ${sourceId} returning request`,
  );
  if (!row) throw notFound('ERR_NO_KNOWLEDGE_SOURCE_FOUND');
  await scope.jobs.schedule(readSource, { sourceId, request: row.request }, { key: `source:${sourceId}` });
  scope.rooms.emit(knowledgeRoom, {}, 'changed', { sourceId });
};

/** Shared quick messages as passages: the texts that the company's people themselves answer with. */
export const readQuickMessages = async (scope: Scope): Promise<void> => {
  const service = scope.find(quickMessages);
  const texts = (await service?.shared()) ?? [];
  const sourceId = await singleSource(scope, 'quick');
  await scope.tx(async (inner) => {
    const parts = texts.flatMap(({ id, shortcode, message }): Part[] => {
      const text = message.replace(/\{\{\w+\}\}/g, '').trim();
      const chunks = chunksOf([{ headings: [`/${shortcode}`], text }]);
      return chunks.length > 0 ? [{ part: `quick:${id}`, chunks }] : [];
    });
    for (const part of parts) await storePart(inner, sourceId, part);
    await keepParts(
      inner,
      sourceId,
      parts.map(({ part }) => part),
    );
    await inner.sql.run(sql`update assistant.source set read_at = now() where id = ${sourceId}`);
    await publishKnowledge(inner, sourceId);
  });
};

/** Yields the parts of a source as they are read, with the progress; pages that gave none are added to `missed`. */
async function* partsOf(row: Row, scope: Scope, missed: Missed): AsyncGenerator<Part & { known: number }> {
  if (row.kind === 'text') yield { part: 'text', chunks: chunksOf(plainBlocks(row.body)), known: 1 };
  if (row.kind === 'file' && row.filePath !== null) {
    const { stream } = await scope.storage.read(row.filePath);
    const blocks = await fileBlocks(await bytesOf(stream), row.fileMime ?? '', (page) =>
      scope.t('file.page', { page }),
    );
    yield { part: 'file', chunks: chunksOf(blocks), known: 1 };
  }
  if (row.kind === 'site') {
    const { crawl } = await import('../site/crawl.ts');
    for await (const { page, known } of crawl(row.url, scope.signal, missed)) {
      const headed = page.blocks.map((block) => ({
        ...block,
        headings: block.headings.length > 0 ? block.headings : [page.title].filter((title) => title !== ''),
      }));
      yield { part: page.link, url: page.url, chunks: chunksOf(headed), known };
    }
  }
}

/** Applies a step of a reading, unless a later one was requested. Returns false when it was. */
const step = (
  scope: Scope,
  sourceId: number,
  request: number,
  work: (inner: Scope) => Promise<void>,
): Promise<boolean> =>
  scope.tx(async (inner) => {
    const row = await inner.sql.one(
      sql`select 1 from assistant.source where id = ${sourceId} and request = ${request} for update`,
    );
    if (!row) return false;
    await work(inner);
    return true;
  });

const read = async (sourceId: number, request: number, scope: Scope): Promise<void> => {
  const row = await scope.sql.one<Row & Record<string, unknown>>(
    sql`update assistant.source set state = 'reading' where id = ${sourceId} and request = ${request}
     returning kind, title, url, body, file_path as "filePath", file_mime as "fileMime"`,
  );
  if (!row) return;
  const parts: string[] = [];
  const missed: Missed = { gone: [], failed: [] };
  try {
    for await (const part of partsOf(row, scope, missed)) {
      parts.push(part.part);
      const isCurrent = await step(scope, sourceId, request, async (inner) => {
        await storePart(inner, sourceId, part);
        await inner.sql.run(
          sql`update assistant.source set pages = ${part.known}, pages_done = ${parts.length} where id = ${sourceId}`,
        );
        inner.rooms.emit(knowledgeRoom, {}, 'changed', { sourceId });
      });
      if (!isCurrent) return;
    }
    await step(scope, sourceId, request, async (inner) => {
      await keepParts(inner, sourceId, parts, missed);
      await inner.sql.run(
        sql`update assistant.source set state = 'ready', error = null, read_at = now() where id = ${sourceId}`,
      );
      await publishKnowledge(inner, sourceId);
    });
  } catch (error) {
    // The node is stopping, and another one repeats the job.
    if (scope.signal.aborted) throw error;
    const reason = error instanceof Unreadable ? error.reason : 'broken';
    scope.log.info({ source: sourceId, reason }, 'a source could not be read');
    // When the first page fails, passages that were read before stay: an old answer is better than none. Later failing
    // pages do not end the reading, and keep theirs (`keepParts`).
    await step(scope, sourceId, request, async (inner) => {
      await inner.sql.run(sql`update assistant.source set state = 'failed', error = ${reason} where id = ${sourceId}`);
      inner.rooms.emit(knowledgeRoom, {}, 'changed', { sourceId });
    });
  }
};

export const readingJobs = (host: Host<typeof manifest>): void => {
  host.job(readSource, {
    data: z.object({ sourceId: z.number(), request: z.number() }),
    handle: ({ sourceId, request }, scope) => read(sourceId, request, scope),
  });
  host.job(readDueSites, {
    data: z.object({}),
    every: '1 hour',
    handle: async (_data, scope) => {
      const due = await scope.sql.rows<{ id: number }>(
        sql`select id from assistant.source where kind = 'site' and is_on and state in ('ready', 'failed')
             and coalesce(read_at, created_at) < now() - interval '7 days' and updated_at < now() - interval '1 day' limit 20`,
      );
      for (const { id } of due) {
        await scope.sql.run(sql`update assistant.source set updated_at = now() where id = ${id}`);
        await requestReading(scope, id);
      }
    },
  });
  // Hourly too, because another model may have been chosen since.
  host.job(embedPassages, { data: z.object({}), every: '1 hour', handle: (_data, scope) => embedMissing(scope) });
  host.on(knowledgeChanged, 'embed', async ({ sourceId }, scope) => {
    // Source 0 stands for vectors that were stored.
    if (sourceId !== 0) await scope.jobs.schedule(embedPassages, {}, { key: 'embed' });
  });
  host.on(quickMessageChanged, 'quick-messages', (_event, scope) => readQuickMessages(scope));
  // Quick messages that were shared before the assistant was on.
  host.onEnabled(async (_from, scope) => {
    await singleSource(scope, 'faq');
    await readQuickMessages(scope);
    return undefined;
  });
};

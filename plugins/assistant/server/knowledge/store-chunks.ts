import { sql, type Scope } from '@balcao/sdk/server';
import { knowledgeChanged, knowledgeRoom } from '../../contract.ts';
import type { Chunk } from '../files/chunk-text.ts';
import type { Missed } from '../site/crawl.ts';

/** A part of a source that is replaced as a whole: one question, one quick message, one page, or the whole file. */
export interface Part {
  part: string;
  url?: string;
  chunks: readonly Chunk[];
}

const maxChunksOfSource = 20_000;

/** Tells everybody who looks, and every node that holds vectors, that the knowledge of a source is another now. */
export const publishKnowledge = async (scope: Scope, sourceId: number): Promise<void> => {
  scope.rooms.emit(knowledgeRoom, {}, 'changed', { sourceId });
  await scope.emit(knowledgeChanged, `source:${sourceId}`, { sourceId });
};

/** Replaces the passages of one part; without chunks it is removed. Unchanged passages keep their vectors. */
export const storePart = async (scope: Scope, sourceId: number, { part, url, chunks }: Part): Promise<void> => {
  const rows = chunks.slice(0, maxChunksOfSource).map(({ heading, text, tokens }, n) => ({ n, heading, text, tokens }));
  await scope.sql.run(
    sql`with wanted as (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as w (n int, heading text, text text, tokens int)),
        gone as (
          delete from assistant.chunk c where c.source_id = ${sourceId} and c.part = ${part}
             and not exists (select 1 from wanted w where w.n = c.n and w.text = c.text and w.heading = c.heading))
        insert into assistant.chunk (source_id, part, n, heading, text, url, tokens)
        select ${sourceId}, ${part}, w.n, w.heading, w.text, ${url ?? null}, w.tokens from wanted w
         where not exists (select 1 from assistant.chunk c where c.source_id = ${sourceId} and c.part = ${part}
                              and c.n = w.n and c.text = w.text and c.heading = w.heading)`,
  );
};

/** Days that a page is kept which nobody could read. */
const keptDays = 28;

/**
 * Removes the parts of a source that it no longer has. When a page could not be read that was read before, only those
 * that are gone, and those that were not found for weeks: nobody knows to which others it would have led.
 */
export const keepParts = async (
  scope: Scope,
  sourceId: number,
  parts: readonly string[],
  { gone, failed }: Missed = { gone: [], failed: [] },
): Promise<void> => {
  await scope.sql.run(
    sql`update assistant.chunk set seen_at = now() where source_id = ${sourceId} and part = any(${[...parts]}::text[])`,
  );
  await scope.sql.run(
    sql`delete from assistant.chunk c where c.source_id = ${sourceId} and not c.part = any(${[...parts]}::text[])
           and (c.part = any(${gone}::text[]) or c.seen_at < now() - ${keptDays} * interval '1 day' or not exists (
             select 1 from assistant.chunk k where k.source_id = ${sourceId} and k.part = any(${failed}::text[])))`,
  );
};

import { sql, type Scope } from '@balcao/sdk/server';
import type { FoundPassages, Knowledge, Passage } from '../../contract.ts';
import { nearest } from './embed.ts';

/** Below it a passage shares only some words with the question. */
const enough = 0.42;
/** Similarity of vectors from which a passage is about the question, though it has none of its words. */
const near = 0.55;
const maxTokens = 1_500;
const candidates = 20;
/** Constant of reciprocal rank fusion, as its authors chose it. */
const fusion = 60;

type Row = Passage & { tokens: number } & Record<string, unknown>;

const rankOf = (ids: readonly number[]): Map<number, number> =>
  new Map(ids.map((id, index) => [id, 1 / (fusion + index + 1)]));

const columns = sql`c.id::int as id, c.source_id as "sourceId", s.title as source, s.kind, c.heading, c.text, c.url, c.tokens`;

const byWords = (scope: Scope, question: string, flipped: readonly number[]): Promise<Row[]> =>
  scope.sql.rows<Row>(
    sql`select ${columns}, f.strength
          from assistant.find_chunks(${question.slice(0, 2_000)}, ${candidates}, ${[...flipped]}::int[]) with ordinality f (chunk_id, strength, place)
          join assistant.chunk c on c.id = f.chunk_id join assistant.source s on s.id = c.source_id order by f.place`,
  );

const byIds = (scope: Scope, ids: readonly number[]): Promise<Row[]> =>
  scope.sql.rows<Row>(
    sql`select ${columns}, 0 as strength from assistant.chunk c join assistant.source s on s.id = c.source_id
         where c.id = any(${[...ids]}::bigint[])`,
  );

/** The rows of both searches in the order of their fused ranks, with the greater strength of the two. */
const fused = async (
  scope: Scope,
  worded: readonly Row[],
  question: string,
  flipped: readonly number[],
): Promise<Row[]> => {
  const meanings = await nearest(scope, question, { most: candidates, flipped });
  if (meanings.length === 0) return [...worded];
  const known = new Set(worded.map(({ id }) => id));
  const further = await byIds(
    scope,
    meanings.map(({ id }) => id).filter((id) => !known.has(id)),
  );
  const ranks = [rankOf(worded.map(({ id }) => id)), rankOf(meanings.map(({ id }) => id))];
  const score = ({ id }: Row): number => ranks.reduce((sum, rank) => sum + (rank.get(id) ?? 0), 0);
  const nearness = new Map(meanings.map(({ id, near: value }) => [id, value]));
  return [...worded, ...further]
    .map((row) => {
      const value = nearness.get(row.id) ?? 0;
      return { ...row, strength: Math.max(row.strength, value >= near ? value : 0) };
    })
    .sort((one, other) => score(other) - score(one));
};

/**
 * Implements the service: full text in Portuguese without accents, fused with vectors where a model for them exists.
 * Sources of `flipped` are searched as if they were switched the other way, to try that before it is done.
 */
export const search = async (
  scope: Scope,
  question: string,
  limit: number,
  flipped: readonly number[] = [],
): Promise<FoundPassages> => {
  const rows = await fused(scope, await byWords(scope, question, flipped), question, flipped);
  let tokens = 0;
  const passages: Passage[] = [];
  for (const { tokens: own, ...row } of rows.slice(0, limit)) {
    if (passages.length > 0 && tokens + own > maxTokens) continue;
    tokens += own;
    passages.push({ ...row, source: row.source === '' ? scope.t(`source.${row.kind}`) : row.source } as Passage);
  }
  return { passages, isFound: passages.some(({ strength }) => strength >= enough) };
};

export const knowledgeService = (scope: Scope): Knowledge => ({
  search: (question, { limit = 5 } = {}) => search(scope, question, Math.min(Math.max(Math.trunc(limit), 1), 10)),
});

/** Counts that an answer used these sources. */
export const countUses = async (scope: Scope, sourceIds: readonly number[]): Promise<void> => {
  if (sourceIds.length === 0) return;
  await scope.sql.run(
    sql`insert into assistant.use as u (source_id, day)
        select s.id, (now() at time zone ${scope.company.timeZone})::date from assistant.source s where s.id = any(${[...new Set(sourceIds)]}::int[])
        on conflict (company_id, source_id, day) do update set uses = u.uses + 1`,
  );
};

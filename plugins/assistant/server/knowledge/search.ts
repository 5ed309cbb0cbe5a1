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

const passagesOf = (scope: Scope, ids: readonly number[]): Promise<Row[]> =>
  scope.sql.rows<Row>(
    sql`select c.id::int as id, c.source_id as "sourceId", s.title as source, s.kind, c.heading, c.text, c.url, c.tokens
          from assistant.chunk c join assistant.source s on s.id = c.source_id
         where c.id = any(${[...ids]}::bigint[])`,
  );

/** Implements the service: full text in Portuguese without accents, fused with vectors where a model for them exists. */
export const search = async (scope: Scope, question: string, limit: number): Promise<FoundPassages> => {
  const words = await scope.sql.rows<{ id: number; strength: number }>(
    sql`select chunk_id::int as id, strength from assistant.find_chunks(${question.slice(0, 2_000)}, ${candidates})`,
  );
  const meanings = await nearest(scope, question, candidates);
  const strengths = new Map(words.map(({ id, strength }) => [id, strength]));
  const byWords = rankOf(words.map(({ id }) => id));
  const byMeaning = rankOf(meanings.map(({ id }) => id));
  const ids = [...new Set([...byWords.keys(), ...byMeaning.keys()])].sort(
    (one, other) =>
      (byWords.get(other) ?? 0) +
      (byMeaning.get(other) ?? 0) -
      (byWords.get(one) ?? 0) -
      (byMeaning.get(one) ?? 0),
  );
  const rows = new Map((await passagesOf(scope, ids.slice(0, limit))).map((row) => [row.id, row]));
  const nearness = new Map(meanings.map(({ id, near: value }) => [id, value]));
  let tokens = 0;
  const passages: Passage[] = [];
  for (const id of ids.slice(0, limit)) {
    const row = rows.get(id);
    if (!row || (passages.length > 0 && tokens + row.tokens > maxTokens)) continue;
    tokens += row.tokens;
    const { tokens: _own, ...passage } = row;
    const isNear = (nearness.get(id) ?? 0) >= near;
    passages.push({
      ...passage,
      source: row.source === '' ? scope.t(`source.${row.kind}`) : row.source,
      strength: Math.max(strengths.get(id) ?? 0, isNear ? (nearness.get(id) ?? 0) : 0),
    } as Passage);
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

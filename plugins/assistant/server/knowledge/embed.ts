import { companyCache, sql, type Scope } from '@balcao/sdk/server';
import { models } from '@balcao/chatai/contract';
import { knowledgeChanged } from '../../contract.ts';

const atOnce = 64;
/** Seconds after which passages are asked for again whose vectors a node that died wanted. */
const claimSeconds = 300;
/** Beyond that the words alone decide: comparing more vectors in the process would delay every answer. */
const maxVectors = 20_000;

interface Vector {
  id: number;
  sourceId: number;
  isOn: boolean;
  model: string;
  vector: Float32Array;
}

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

/** Vectors of all passages, of length one; those of sources that are on come first where there are too many. */
export const vectors = companyCache<Vector[]>('assistant.vectors', {
  load: async (scope) => {
    const rows = await scope.sql.rows<Omit<Vector, 'vector'> & { embedding: number[] }>(
      sql`select c.id::int as id, c.source_id as "sourceId", s.is_on as "isOn", c.embedding_model as model, c.embedding
            from assistant.chunk c join assistant.source s on s.id = c.source_id
           where c.embedding is not null order by s.is_on desc, c.id limit ${maxVectors}`,
    );
    return rows.map(({ embedding, ...row }) => ({ ...row, vector: unit(embedding) }));
  },
  invalidatedBy: [knowledgeChanged],
});

/** The model that makes the vectors now; undefined: there is none, and words decide. */
const modelInUse = async (scope: Scope): Promise<string | undefined> => {
  const { isReady = false, model = null } = (await scope.find(models)?.available('embed')) ?? {};
  return isReady ? (model ?? undefined) : undefined;
};

interface Passage {
  id: number;
  heading: string;
  text: string;
}

/** Asks for the vectors of passages that this node has claimed; after a failure anybody may take them at once. */
const embedded = async (scope: Scope, passages: readonly Passage[]) => {
  try {
    return await scope
      .use(models)
      .embed({ texts: passages.map(({ heading, text }) => `${heading}\n${text}`), signal: scope.signal });
  } catch (error) {
    const ids = passages.map(({ id }) => id);
    await scope.sql
      .run(sql`update assistant.chunk set embedding_until = null where id = any(${ids}::bigint[])`)
      .catch(() => undefined);
    throw error;
  }
};

/**
 * Computes the vectors that are missing, and those that another model made, which cannot be compared with the present
 * one's. Without a model for it nothing happens, and words decide.
 */
export const embedMissing = async (scope: Scope): Promise<void> => {
  const model = await modelInUse(scope);
  if (model === undefined) return;
  for (;;) {
    const rows = await scope.sql.rows<Passage & Record<string, unknown>>(
      sql`update assistant.chunk c set embedding_until = now() + ${claimSeconds} * interval '1 second'
            from (select id from assistant.chunk
                   where (embedding is null or embedding_model is distinct from ${model})
                     and coalesce(embedding_until, now()) <= now()
                   order by id limit ${atOnce} for update skip locked) due
           where c.id = due.id returning c.id::int as id, c.heading, c.text`,
    );
    if (rows.length === 0) return;
    const { vectors: found, model: answered } = await embedded(scope, rows);
    // The provider that stands in while the chosen one fails has another model: its vectors would be replaced at once.
    if (answered !== model) return;
    for (const [index, { id }] of rows.entries())
      await scope.sql.run(
        sql`update assistant.chunk
               set embedding = ${[...(found[index] ?? [])]}::real[], embedding_model = ${model}, embedding_until = null
             where id = ${id}`,
      );
    await scope.emit(knowledgeChanged, 'vectors', { sourceId: 0 });
  }
};

/** The passages nearest in meaning, best first; none without a model for it, or when it fails: words decide then. */
export const nearest = async (
  scope: Scope,
  question: string,
  { most, flipped }: { most: number; flipped: readonly number[] },
): Promise<{ id: number; near: number }[]> => {
  const all = await scope.cached(vectors);
  // Most companies have no vectors: nothing more is asked for them.
  if (all.length === 0) return [];
  const inUse = await modelInUse(scope);
  const known = all.filter(({ sourceId, isOn, model }) => isOn !== flipped.includes(sourceId) && model === inUse);
  if (known.length === 0) return [];
  try {
    const { vectors: found, model: answered } = await scope.use(models).embed({ texts: [question] });
    const wanted = unit(found[0] ?? []);
    return known
      .filter(({ model, vector }) => model === answered && vector.length === wanted.length)
      .map(({ id, vector }) => ({ id, near: vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0) }))
      .sort((one, other) => other.near - one.near)
      .slice(0, most);
  } catch (error) {
    scope.log.info({ code: (error as { code?: string }).code }, 'a question was searched by its words only');
    return [];
  }
};

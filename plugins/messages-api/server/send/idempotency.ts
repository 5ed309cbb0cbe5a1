import { createHash } from 'node:crypto';
import { AppError, invalid, sql, type Scope, type Upload } from '@balcao/sdk/server';
import type { InOneStep } from './send.ts';

export const retentionHours = 24;

/** Hashes a request by its content: including the bytes of files, regardless of the order of fields. */
export const requestHash = async (body: object, uploads: readonly Upload[]): Promise<Buffer> => {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(body).toSorted()));
  for (const { name, stream } of uploads) {
    hash.update(`\n${name}\n`);
    for await (const part of stream() as AsyncIterable<Buffer>) hash.update(part);
  }
  return hash.digest();
};

/** Returns the Idempotency-Key of a call; undefined if it has none. */
export const keyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ 'Idempotency-Key': 'ERR_INVALID_VALUE' });
  return key;
};

interface StoredAnswer<A> {
  isSame: boolean;
  answer: A | null;
}

/** Returns the earlier answer under this key; the same key with another request is a mistake of the caller. */
export const findStoredAnswer = async <A>(
  scope: Scope,
  tokenId: number,
  key: string,
  request: Buffer,
): Promise<A | undefined> => {
  const stored = await scope.sql.one<StoredAnswer<A>>(
    sql`select request = ${request}::bytea as "isSame", answer from messages_api.answer
         where token_id = ${tokenId} and key = ${key} and created_at > now() - make_interval(hours => ${retentionHours})`,
  );
  if (stored && !stored.isSame) throw new AppError(422, 'ERR_IDEMPOTENCY_KEY_REUSED');
  return stored?.answer ?? undefined;
};

/** Another transaction answered under this key while this one waited for it. */
class Answered extends Error {}

/**
 * Runs work once per key. The key is stored in the transaction of the message: of two calls at once the second waits
 * for the first’s commit and gets its answer, and after a crash there are either both or neither.
 */
export const runOnce =
  <A>(scope: Scope, tokenId: number, key: string, request: Buffer): InOneStep<A> =>
  async (work) => {
    try {
      return await scope.tx(async (inner) => {
        const isFirst = await inner.sql.run(
          sql`insert into messages_api.answer as a (token_id, key, request) values (${tokenId}, ${key}, ${request}::bytea)
              on conflict (company_id, token_id, key) do update set request = excluded.request, answer = null, created_at = now()
               where a.created_at <= now() - make_interval(hours => ${retentionHours})`,
        );
        if (isFirst === 0) throw new Answered();
        const answer = await work(inner);
        await inner.sql.run(
          sql`update messages_api.answer set answer = ${JSON.stringify(answer)}::jsonb where token_id = ${tokenId} and key = ${key}`,
        );
        return answer;
      });
    } catch (error) {
      const before = error instanceof Answered ? await findStoredAnswer<A>(scope, tokenId, key, request) : undefined;
      if (before) return before;
      throw error;
    }
  };

export const deleteOldAnswers = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`delete from messages_api.answer where created_at <= now() - make_interval(hours => ${retentionHours})`,
  );
};

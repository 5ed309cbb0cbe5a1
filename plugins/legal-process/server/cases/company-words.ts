import { sql, type Language, type Scope } from '@balcao/sdk/server';
import { plainWords } from './plain-words.ts';

/** Returns a movement in plain words, by its code; null: there are none for it. */
export type WordsOf = (code: number | null) => string | null;

/** Reads the company's own words, which replace the usual ones in every language. */
export const companyWords = async (scope: Scope, language: Language = scope.language): Promise<WordsOf> => {
  const rows = await scope.sql.rows<{ code: number; words: string }>(
    sql`select code, words from legal_process.plain_words`,
  );
  const own = new Map(rows.map(({ code, words }) => [code, words]));
  return (code) => (code === null ? null : (own.get(code) ?? plainWords(code, language)));
};

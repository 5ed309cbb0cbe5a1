import { sql, type Scope } from '@balcao/sdk/server';
import type { Summary } from '../../contract.ts';

/** The parts of a summary. */
export type Sections = Pick<Summary, 'reason' | 'done' | 'pending' | 'data'>;
interface StoredSummary extends Omit<Summary, keyof Sections | 'createdAt'> {
  sections: Sections;
  createdAt: Date;
}

/** Returns the stored summary, with the number of messages that came after it. */
export const storedSummary = async (scope: Scope, ticketId: number): Promise<Summary | undefined> => {
  const row = await scope.sql.one<StoredSummary>(
    sql`select s.sections, s.upto_message_id as "uptoMessageId", s.is_extractive as "isExtractive",
               s.created_at as "createdAt",
               (select count(*)::int from tickets.public_message m
                 where m.ticket_id = s.ticket_id and m.id > s.upto_message_id and not m.only_internal) as newer
          from chatai.ticket_summary s where s.ticket_id = ${ticketId}`,
  );
  if (!row) return undefined;
  const { sections, createdAt, ...rest } = row;
  return { ...sections, ...rest, createdAt: createdAt.toISOString() };
};

export const storeSummary = async (
  scope: Scope,
  ticketId: number,
  { sections, upto, isExtractive }: { sections: Sections; upto: number; isExtractive: boolean },
): Promise<void> => {
  // A slower call must not put an older summary over a newer one.
  await scope.sql.run(
    sql`insert into chatai.ticket_summary as s (ticket_id, sections, upto_message_id, is_extractive, language)
        values (${ticketId}, ${JSON.stringify(sections)}::jsonb, ${upto}, ${isExtractive}, ${scope.language})
        on conflict (company_id, ticket_id) do update
          set sections = excluded.sections, upto_message_id = excluded.upto_message_id,
              is_extractive = excluded.is_extractive, language = excluded.language, created_at = now()
        where s.upto_message_id <= excluded.upto_message_id`,
  );
};

import { sql, type Scope } from '@balcao/sdk/server';
import type { FoundMessage } from '../../contract.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import { snippetOf, type SoughtWord } from './snippet.ts';

/** Of a very long message this much is looked through for the line to show. */
const mostText = 8000;
export const shortestTerm = 2;

interface Row extends Omit<FoundMessage, 'snippet'> {
  body: string;
  fileNames: (string | null)[];
}

export interface MessageSearch {
  term: string;
  before: number | undefined;
  limit: number;
}

/** What was said anywhere: of conversations that this person may open, the newest first. */
export const searchMessages = async (
  scope: Scope,
  { term, before, limit }: MessageSearch,
): Promise<{ messages: FoundMessage[]; hasMore: boolean }> => {
  if (term.length < shortestTerm) return { messages: [], hasMore: false };
  // Without a person nothing is hidden from anybody.
  const reader = scope.user ? readerOf(scope as SignedIn) : { id: 0, seesAll: true, anyQueue: true, masked: false };
  const { id, anyQueue, masked } = reader;
  const seesAll = reader.seesAll && (!scope.user || scope.can('tickets-manager:search'));
  // The same plan whatever is searched for: made once by each connection, it costs less than the search itself.
  const row = await scope.sql.one<{ words: SoughtWord[] | null; found: Row[] | null }>(
    sql.kept(sql`
    select case when f.found is not null then (
             select json_agg(json_build_object('word', w.word, 'forms', w.forms)) from tickets.search_words(${term}::text) w) end as words,
           f.found
      from (select json_agg(json_build_object(
              'id', m.id, 'ticketId', m.ticket_id, 'ticketUuid', t.uuid, 'status', case when t.status = 'unlisted' then 'closed' else t.status end, 'body', left(m.body, ${mostText}::int),
              'fileNames', json_build_array(m.media_name, tickets.file_names(m.files)), 'mediaType', m.media_type, 'fromMe', m.from_me, 'onlyInternal', m.only_internal,
              'createdAt', tickets.iso(m.sent_at),
              'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
              'contact', json_build_object('id', c.id, 'name', contacts.visible(c.name, c.number, ${masked}::boolean), 'profilePicUrl', c.profile_pic_url))
              order by m.id desc) as found
              from unnest(array(select tickets.messages_found(${term}::text, ${limit + 1}::int, ${before ?? null}::bigint, ${id}::int, ${seesAll}::boolean, ${anyQueue}::boolean))) x (id)
              join tickets.message m on m.id = x.id
              join tickets.ticket t on t.id = m.ticket_id
              join contacts.public_contact c on c.id = t.contact_id
              left join kernel."user" u on u.id = m.user_id) f`),
  );
  const found = row?.found ?? [];
  const words = row?.words ?? [];
  return {
    messages: found.slice(0, limit).map(({ body, fileNames, ...rest }) => {
      const snippets = [body, ...fileNames].flatMap((text) => (text === null ? [] : [snippetOf(text, term, words)]));
      const [inBody, inName = inBody] = snippets;
      return { ...rest, snippet: snippets.find(({ marks }) => marks.length > 0) ?? inName ?? { text: '', marks: [] } };
    }),
    hasMore: found.length > limit,
  };
};

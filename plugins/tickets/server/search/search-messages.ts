import { sql, type Scope } from '@balcao/sdk/server';
import type { FoundMessage } from '../../contract.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import { snippetOf, type Snippet, type SearchWord } from './snippet.ts';

/** Number of characters of a long message that are searched for the excerpt. */
const maxText = 8000;
export const minTermLength = 2;

/** Flat, because that is the cheapest form for the database. */
interface Row extends Omit<FoundMessage, 'snippet' | 'contact' | 'user'> {
  body: string;
  mediaName: string | null;
  fileNames: string | null;
  summary: string | null;
  contactId: number;
  contactName: string;
  profilePicUrl: string | null;
  userId: number | null;
  userName: string | null;
}

export interface MessageSearch {
  term: string;
  before: number | undefined;
  limit: number;
}

/** Returns the excerpt of the first text with a hit, file names included; without a hit, of the first file name. */
const snippetOfRow = (
  { body, mediaName, fileNames, summary }: Row,
  term: string,
  words: readonly SearchWord[],
): Snippet => {
  const inBody = snippetOf(body, term, words);
  if (inBody.marks.length > 0) return inBody;
  const inNames = [summary, mediaName, fileNames].flatMap((name) =>
    name === null ? [] : [snippetOf(name, term, words)],
  );
  return inNames.find(({ marks }) => marks.length > 0) ?? inNames[0] ?? inBody;
};

const foundMessage = (row: Row, snippet: Snippet): FoundMessage => ({
  id: row.id,
  ticketId: row.ticketId,
  ticketUuid: row.ticketUuid,
  status: row.status,
  mediaType: row.mediaType,
  fromMe: row.fromMe,
  onlyInternal: row.onlyInternal,
  createdAt: row.createdAt,
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  contact: { id: row.contactId, name: row.contactName, profilePicUrl: row.profilePicUrl },
  snippet,
});

/** Searches messages of the conversations that this person may open, newest first. */
export const searchMessages = async (
  scope: Scope,
  { term, before, limit }: MessageSearch,
): Promise<{ messages: FoundMessage[]; hasMore: boolean }> => {
  if (term.length < minTermLength) return { messages: [], hasMore: false };
  // Without a person nothing is hidden.
  const reader = scope.user ? readerOf(scope as SignedIn) : { id: 0, seesAll: true, anyQueue: true, masked: false };
  const { id, anyQueue, masked } = reader;
  const seesAll = reader.seesAll && (!scope.user || scope.can('tickets-manager:search'));
  // Prepared, because the plan is the same for every term: planning would cost more than the search itself.
  const row = await scope.sql.one<{ words: SearchWord[] | null; found: Row[] | null }>(
    sql.prepared(sql`
    select case when f.found is not null then tickets.searched_words(${term}::text) end as words, f.found
      from (select json_agg(r) as found from (
              select m.id, m.ticket_id as "ticketId", t.uuid as "ticketUuid", case when t.status = 'unlisted' then 'closed' else t.status end as status,
                     left(m.body, ${maxText}::int) as body, m.media_name as "mediaName", tickets.file_names(m.files) as "fileNames", left(m.summary, ${maxText}::int) as summary, m.media_type as "mediaType",
                     m.from_me as "fromMe", m.only_internal as "onlyInternal", tickets.iso(m.sent_at) as "createdAt", u.id as "userId", u.name as "userName",
                     c.id as "contactId", contacts.visible(c.name, c.number, ${masked}::boolean) as "contactName", c.profile_pic_url as "profilePicUrl"
                from unnest(array(select tickets.messages_found(${term}::text, ${limit + 1}::int, ${before ?? null}::bigint, ${id}::int, ${seesAll}::boolean, ${anyQueue}::boolean))) x (id)
                join tickets.message m on m.id = x.id
                join tickets.ticket t on t.id = m.ticket_id
                join contacts.public_contact c on c.id = t.contact_id
                left join kernel."user" u on u.id = m.user_id
               order by m.id desc) r) f`),
  );
  const found = row?.found ?? [];
  const words = row?.words ?? [];
  return {
    messages: found.slice(0, limit).map((one) => foundMessage(one, snippetOfRow(one, term, words))),
    hasMore: found.length > limit,
  };
};

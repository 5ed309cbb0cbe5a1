import { sql, type Scope } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

interface At {
  connectionId: number;
  person: string;
}
const placesOf = (contactId: number, scope: Scope): Promise<At[]> =>
  scope.sql.rows<At>(
    sql`select a.connection_id as "connectionId", i.value as person
          from contacts.public_identity i
          join channel_meta.account a on a.channel = i.channel and i.scope = case a.channel when 'instagram' then a.ig_id else a.page_id end
         where i.contact_id = ${contactId} and i.kind in ('psid', 'igsid')`,
  );

/** Data of a person besides their conversations: the profile, and messages that are on their way. */
export const profilesOfPerson: PersonalData = {
  id: 'meta',
  async *collect(contactId, scope) {
    for (const { connectionId, person } of await placesOf(contactId, scope))
      for (const row of await scope.sql.rows<object>(
        sql`select username, followers, follows_us as "followsUs", is_followed as "isFollowed", is_verified as "isVerified", read_at as "readAt"
              from channel_meta.profile where connection_id = ${connectionId} and person = ${person}`,
      ))
        yield { kind: 'profile', row };
    for (const { connectionId, person } of await placesOf(contactId, scope))
      for (const row of await scope.sql.rows<object>(
        sql`select comment_id as "commentId", post_id as "postId", is_live as "isLive", is_hidden as "isHidden", is_removed as "isRemoved",
                   written_at as "writtenAt"
              from channel_meta.comment where connection_id = ${connectionId} and person = ${person} order by written_at`,
      ))
        yield { kind: 'comment', row };
  },
  async erase(contactId, scope) {
    let count = 0;
    const files: string[] = [];
    for (const { connectionId, person } of await placesOf(contactId, scope)) {
      const gone = await scope.sql.rows<{ picture: string }>(
        sql`delete from channel_meta.profile where connection_id = ${connectionId} and person = ${person} returning picture`,
      );
      files.push(...gone.flatMap(({ picture }) => (picture === '' ? [] : [picture])));
      count += gone.length;
      const threads = await scope.sql.rows<{ thread: string }>(
        sql`delete from channel_meta.comment where connection_id = ${connectionId} and person = ${person}
         returning 'comment:' || coalesce(nullif(parent_id, ''), comment_id) as thread`,
      );
      count += threads.length;
      const started = [person, ...threads.map(({ thread }) => thread)];
      await scope.sql.run(
        sql`delete from channel_meta.outgoing where connection_id = ${connectionId} and person = any(${started}::text[])`,
      );
      // Events that wait to be stored tell who commented what.
      await scope.sql.run(
        sql`update channel_meta.waiting w
               set entry = jsonb_set(w.entry, '{entry,changes}', (
                 select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(w.entry -> 'entry' -> 'changes') c
                  where c -> 'value' -> 'from' ->> 'id' is distinct from ${person}))
             where (entry ->> 'connectionId')::int = ${connectionId}
               and exists (select 1 from jsonb_array_elements(entry -> 'entry' -> 'changes') c where c -> 'value' -> 'from' ->> 'id' = ${person})`,
      );
      await scope.sql.run(
        sql`delete from channel_meta.incoming where connection_id = ${connectionId} and message -> 'message' -> 'from' ->> 'value' = ${person}`,
      );
      await scope.sql.run(
        sql`delete from channel_meta.held_echo where connection_id = ${connectionId} and event -> 'recipient' ->> 'id' = ${person}`,
      );
    }
    return { count, files };
  },
  async names(contactId, scope) {
    const names: string[] = [];
    for (const { connectionId, person } of await placesOf(contactId, scope)) {
      const row = await scope.sql.one<{ username: string }>(
        sql`select username from channel_meta.profile where connection_id = ${connectionId} and person = ${person}`,
      );
      names.push(person, ...(row?.username ? [row.username] : []));
    }
    return names;
  },
};

/** The first file of a message `m` as JSON; the others are in `m.files`. */
const firstFileJson = `json_build_object('url', '/public/' || m.media_path, 'type', m.media_type, 'name', m.media_name,
           'size', m.media_size, 'mime', m.media_mime)`;

/**
 * Columns of `MessageView`, for a query with the joins of `messageJoins`:
 *
 * - `m`: the message (`tickets.message`), which the query itself supplies
 * - `t`: its conversation (`tickets.ticket`)
 * - `u`: the attendant who wrote it; null for the customer and for automatic messages
 * - `q`, `w`: the message that it answers, and the attendant who wrote that one
 * - `contact`: the customer as JSON's object `contact`; `c` is the row behind it
 * - `p_masked`: a parameter of the surrounding function, true to hide phone numbers
 *
 * The content of a deleted message stays in the table and is left out here. `media…` repeat the first file for clients
 * that know one file per message; `files` has all of them. `messageReact` are the reactions, `createdAt` is `sent_at`.
 * `failureReason` is a code: a reason that is none, such as a
 * provider's own text, is left out. `summary` is filled by plugins.
 */
export const messageColumns = `m.id, m.ticket_id as "ticketId", case when not m.is_deleted then m.subject end as subject,
         case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe",
         m.ack, m.failure, case when m.failure_reason ~ '^[a-z0-9][a-z0-9_-]{0,63}$' then m.failure_reason end as "failureReason",
         case when not m.is_deleted then '/public/' || m.media_path end as "mediaUrl",
         case when not m.is_deleted then m.media_type end as "mediaType",
         case when not m.is_deleted then m.media_name end as "mediaName",
         case when not m.is_deleted then m.media_size end as "mediaSize",
         case when not m.is_deleted then m.media_mime end as "mediaMime",
         case when m.media_path is null or m.is_deleted then '[]'::json
              when m.files is null then json_build_array(${firstFileJson})
              else tickets.files_json(${firstFileJson}, m.files) end as files,
         case when q.id is not null then
           json_build_object('id', q.id, 'body', case when q.is_deleted then '' else q.body end, 'fromMe', q.from_me,
             'mediaType', case when not q.is_deleted then q.media_type end,
             'user', case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end,
             'participant', tickets.author_json(q.participant, p_masked)) end as "quotedMsg",
         case when m.data is not null and not m.is_deleted then tickets.data_json(m.data, p_masked) end as "dataJson",
         case when not m.is_deleted then m.context end as context, case when not m.is_deleted then m.referral end as referral,
         case when m.is_deleted or m.reactions = '{}' then '[]' else tickets.reactions_json(m.reactions) end as "messageReact",
         m.is_deleted as "isDeleted", case when m.edited_at is not null then tickets.iso(m.edited_at) end as "editedAt",
         m.only_internal as "onlyInternal", m.is_forwarded as "isForwarded",
         case when u.id is not null then json_build_object('id', m.user_id, 'name', u.name) end as "user",
         m.client_id as "clientId", tickets.author_json(m.participant, p_masked) as participant,
         tickets.iso(m.sent_at) as "createdAt",
         floor(extract(epoch from m.sent_at) * 1000)::bigint as "timestamp", t.queue_id as "queueId",
         case when not m.from_me then contact end as contact, case when not m.is_deleted then m.summary end as summary`;

/**
 * The joins of `messageColumns`, for a message `m`. `companyExpression` is SQL of the company's id; `ticketTable` is what
 * `t` reads: another relation of the same shape where the query has the row already.
 */
export const messageJoins = (companyExpression: string, ticketTable = 'tickets.ticket'): string => `
           join ${ticketTable} t on t.company_id = ${companyExpression} and t.id = m.ticket_id
           join contacts.public_contact c on c.company_id = ${companyExpression} and c.id = t.contact_id
           cross join lateral (select c.id, contacts.visible(c.name, c.number, p_masked) as name,
             c.profile_pic_url as "profilePicUrl") contact
           left join tickets.message q on q.company_id = ${companyExpression} and q.id = m.quoted_id
           left join kernel."user" w on w.company_id = ${companyExpression} and w.id = q.user_id
           left join kernel."user" u on u.company_id = ${companyExpression} and u.id = m.user_id`;

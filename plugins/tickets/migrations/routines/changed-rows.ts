/** Columns that functions changing messages return: the people concerned, and both rows as live lists show them. */
export const changedRows = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/** True for the database's status of conversations that no list shows; it is not part of the API. */
export const isUnlisted = ({ status }: { status: string }): boolean => status === 'unlisted';

/** True for a conversation that people know as closed. */
export const isClosed = (ticket: { status: string }): boolean => ticket.status === 'closed' || isUnlisted(ticket);

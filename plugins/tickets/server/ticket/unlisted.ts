/** The database has a state of its own for conversations that no list shows, which nobody else sees. */
export const isUnlisted = ({ status }: { status: string }): boolean => status === 'unlisted';

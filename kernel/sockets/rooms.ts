/** Sorts parameters, so that two spellings of a room are one room. */
const canonical = (params: unknown): string => {
  if (typeof params !== 'object' || params === null) return '';
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** Returns a room's name between nodes. The company comes first, so no parameter can address another company's room. */
export const roomName = (companyId: number, room: string, params: unknown): string =>
  `${companyId}/${room}/${canonical(params)}`;
/** Returns the prefix of all rooms of one declaration in one company. */
export const roomPrefix = (companyId: number, room: string): string => `${companyId}/${room}/`;
/**
 * Returns the room of a person's sockets. The rooms of persons, sessions and companies are named by the kernel alone.
 */
export const personRoom = (userId: number): string => `person/${userId}`;
export const sessionRoom = (sessionId: string): string => `session/${sessionId}`;

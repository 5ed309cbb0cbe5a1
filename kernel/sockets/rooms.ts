/** Parameters in one order, so that two ways to write a room are one room. */
const canonical = (params: unknown): string => {
  if (typeof params !== 'object' || params === null) return '';
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** A room's name on the wire between nodes. The company stands first: no parameter can lead into another's. */
export const roomName = (companyId: number, room: string, params: unknown): string =>
  `${companyId}/${room}/${canonical(params)}`;
/** All rooms of one declaration in one company start with this. */
export const roomPrefix = (companyId: number, room: string): string => `${companyId}/${room}/`;
/** Sockets of one person, of one session, of one company: rooms that only the kernel names. */
export const personRoom = (userId: number): string => `person/${userId}`;
export const sessionRoom = (sessionId: string): string => `session/${sessionId}`;

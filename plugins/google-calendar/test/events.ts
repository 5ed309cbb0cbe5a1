/** A time of an event, as Google writes it. */
export const at = (dateTime: string, timeZone = 'America/Sao_Paulo') => ({ dateTime, timeZone });

/** An event of the person alone. */
export const hearing = {
  summary: 'Audiência 3ª VT',
  description: 'Levar <b>laudos</b><br>e procuração',
  start: at('2027-03-01T14:00:00-03:00'),
  end: at('2027-03-01T15:30:00-03:00'),
};
/** An event of somebody else. */
export const meeting = {
  ...hearing,
  summary: 'Reunião com a OAB',
  organizer: { email: 'secretaria@oab.org.br' },
  attendees: [{ email: 'secretaria@oab.org.br', responseStatus: 'accepted' }],
};

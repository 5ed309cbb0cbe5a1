/** A moment of a working day in São Paulo, at which notices may leave. */
export const noon = (): Date => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  return new Date(`${day}T12:00:00-03:00`);
};

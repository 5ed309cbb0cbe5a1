/** Courts date what they do by the time of Brasília, wherever the company is: people count deadlines from these days. */
export const courtZone = 'America/Sao_Paulo';

import type { PoolClient } from 'pg';
import { day, hour } from './calendar.ts';
import { insert } from './write.ts';

interface Office {
  companyId: number;
  /** The person with the full calendar. */
  ownerId: number;
  colleagueIds: readonly number[];
  connectionId: number;
  contactIds: readonly number[];
}

/** São Paulo has had one offset all year since 2019. */
const offset = 3 * hour;

/** Title, days from today, hour, length in hours, and colour. */
const entries = [
  ['Reunião de equipe', -9, 9, 1, '#7D883F'],
  ['Audiência 3ª Vara do Trabalho', -6, 13.5, 2, '#3B7DD8'],
  ['Consulta · Luzia Barreto', -3, 11, 1, '#7D883F'],
  ['Prazo: réplica Teixeira', -1, 14, 1.5, '#B3473F'],
  ['Consulta · Priscila Sayuri', 0, 9.5, 1, '#7D883F'],
  ['Call com o perito', 0, 11, 0.75, '#3B7DD8'],
  ['Família Moreira · Inventário', 0, 16.5, 1.5, '#7D883F'],
  ['Reunião de equipe', 4, 9, 1, '#7D883F'],
  ['Prazo: recurso Bittencourt', 6, 10, 1, '#B3473F'],
  ['Consulta · Casagrande', 8, 14, 1, '#7D883F'],
  ['Audiência · Bittencourt', 12, 14, 2, '#3B7DD8'],
] as const;
const ofColleagues = [
  ['Perícia em Santo André', 1, 11, 1.5, false],
  ['Consulta médica', 2, 9, 3, true],
  ['Sessão no TJ', 3, 15, 2, false],
  ['Mutirão da OAB', 5, 9, 3, false],
] as const;

/** Text, days from today, hour, and state. */
const messages = [
  ['Bom dia, {nome}! Seu laudo ficou pronto.', -8, 14, 'ENVIADA', null],
  ['Olá, {nome}. Lembrete: sua consulta é amanhã às 11h.', -4, 10, 'ENVIADA', null],
  [
    'Bom dia, {nome}! A audiência foi remarcada para o dia 24. Posso te ligar hoje?',
    -1,
    9,
    'ERRO',
    'ERR_WINDOW_CLOSED',
  ],
  ['Oi, {nome}! Já pode enviar a foto dos documentos por aqui.', 1, 15, 'PENDENTE', null],
  ['{nome}, o perito confirmou o horário. Chegue 15 minutos antes.', 3, 9, 'PENDENTE', null],
  ['Boa tarde, {nome}! Os laudos da perícia já chegaram?', 6, 18, 'PENDENTE', null],
] as const;

/** A calendar with a past and a future, in the caller's transaction. */
export const makeAgenda = async (
  client: PoolClient,
  { companyId, ownerId, colleagueIds, connectionId, contactIds }: Office,
  now: number,
): Promise<void> => {
  const midnight = Math.floor((now - offset) / day) * day + offset;
  const at = (days: number, hours: number): Date => new Date(midnight + days * day + hours * hour);
  const usual = { company_id: companyId, time_zone: 'America/Sao_Paulo' };
  await insert(client, 'agenda.entry', [
    ...entries.map(([title, days, hours, length, color]) => ({
      ...usual,
      title,
      starts_at: at(days, hours),
      ends_at: at(days, hours + length),
      all_day: false,
      color,
      user_id: ownerId,
      is_private: false,
    })),
    {
      ...usual,
      title: 'Curso em Santos',
      starts_at: at(10, 0),
      ends_at: at(11, 0),
      all_day: true,
      color: '#C47A1E',
      user_id: ownerId,
      is_private: false,
    },
    ...ofColleagues.map(([title, days, hours, length, isPrivate], index) => ({
      ...usual,
      title,
      starts_at: at(days, hours),
      ends_at: at(days, hours + length),
      all_day: false,
      color: '#7D883F',
      user_id: colleagueIds[index % Math.max(1, colleagueIds.length)] ?? ownerId,
      is_private: isPrivate,
    })),
  ]);
  await insert(
    client,
    'agenda.schedule',
    messages.map(([body, days, hours, status, error], index) => ({
      company_id: companyId,
      body,
      contact_id: contactIds[index % Math.max(1, contactIds.length)] ?? null,
      user_id: ownerId,
      connection_id: connectionId,
      send_at: at(days, hours),
      sent_at: status === 'ENVIADA' ? at(days, hours) : null,
      status,
      error,
    })),
  );
};

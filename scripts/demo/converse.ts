import { day, hourOfDay, onCalendar } from './calendar.ts';
import type { DemoContact } from './cast.ts';
import type { Random } from './random.ts';
import type { Talk } from './talks/talk.ts';

export interface ScriptedMessage {
  from: 'customer' | 'company' | 'note';
  body: string;
  file?: { kind: 'photo' | 'document'; name: string };
}

const cities = ['Guarulhos', 'Osasco', 'Campinas', 'Santo André', 'Jundiaí', 'Mogi das Cruzes', 'Sorocaba'];
const firms = [
  'Viação Bandeirante',
  'Supermercado Boa Praça',
  'Metalúrgica Santo Expedito',
  'Transportes Itaquera',
  'Padaria Trigo de Ouro',
];
const coworkers = ['Jorge', 'Anderson', 'Edmílson', 'Cícero'];
const days = ['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira'];
const hours = ['9h', '10h30', '11h', '14h', '15h30', '16h', '17h'];

const money = (amount: number): string => `R$ ${amount.toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`;

/** Returns one value per name and conversation, so that an agreed date is the same in every line. */
const slotsOf = (random: Random, contact: DemoContact, attendant: string, at: number): Record<string, string> => ({
  o: contact.title === 'dona' ? 'a' : 'o',
  contato: contact.name,
  nome: contact.call,
  tratamento: contact.title === '' ? contact.call : `${contact.title} ${contact.call}`,
  atendente: attendant.split(' ')[0] ?? attendant,
  cidade: random.pick(cities),
  empresa: random.pick(firms),
  colega: random.pick(coworkers),
  dia: random.pick(days),
  hora: random.pick(hours),
  data: onCalendar(at - random.between(12, 50) * day),
  dataFutura: onCalendar(at + random.between(9, 40) * day),
  valor: money(random.between(18, 96) * 100),
  valorPequeno: money(random.between(3, 14) * 50 + 180),
  beneficio: `42/${random.digits(3)}.${random.digits(3)}.${random.digits(3)}-${random.digits(1)}`,
  processo: `${random.digits(7)}-${random.digits(2)}.2025.5.02.00${random.digits(2)}`,
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const kinds: Record<string, 'photo' | 'document'> = { foto: 'photo', pdf: 'document' };
const senders: Record<string, ScriptedMessage['from']> = { '<': 'customer', '>': 'company', '#': 'note' };

/** Greets by the time of day, whatever hour the script was written for. */
const greetingAt = (at: number): string => {
  const hour = hourOfDay(at);
  return hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite';
};

const renderLine = (line: string, slots: Record<string, string>, at: number, random: Random): ScriptedMessage => {
  const filled = line
    .slice(2)
    .replace(/\[([^\]]*)\]/g, (_, choices: string) => random.pick(choices.split('|')))
    .replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
    .replace(/\b(?:Bom dia|Boa tarde|Boa noite)\b/g, greetingAt(at))
    .replace(/\b(?:bom dia|boa tarde|boa noite)\b/g, greetingAt(at).toLowerCase());
  const file = /\((foto|pdf): (.+)\)$/.exec(filled);
  return {
    from: senders[line[0] ?? ''] ?? 'customer',
    body: capital(filled.slice(0, file?.index).trim()),
    ...(file && { file: { kind: kinds[file[1] ?? ''] ?? 'document', name: file[2] ?? '' } }),
  };
};

const isFor = (mark: string, talk: Talk): boolean => talk.some((line) => line.includes(mark));

/** Returns whether a script fits the person: a company, for example, does not ask for a husband's pension. */
export const suits = (talk: Talk, { title }: DemoContact): boolean => {
  if (title === '') return isFor('{firma}', talk);
  return !isFor('{firma}', talk) && (title === 'dona' || !isFor('{ela}', talk));
};

/** Returns a script with its names, dates and amounts filled in, relative to `at`. */
export const converse = (
  talk: Talk,
  contact: DemoContact,
  attendant: string,
  at: number,
  random: Random,
): ScriptedMessage[] => {
  const slots = slotsOf(random, contact, attendant, at);
  return talk.map((line) => renderLine(line, slots, at, random));
};

import type { FlowReply, FlowValue } from '../contract.ts';
import type { CollectKind } from './node-data.ts';
import { readNumber } from './numbers.ts';

/** A value that was read from an answer; undefined: the answer does not fit. */
type Read = { value: FlowValue } | undefined;
interface Limits {
  min: number | null;
  max: number | null;
  now: Date;
  timeZone: string;
}

const digits = (text: string): string => text.replace(/\D/g, '');

const checkDigit = (numbers: string, weights: readonly number[]): number => {
  const rest = [...numbers].reduce((sum, digit, index) => sum + Number(digit) * (weights[index] ?? 0), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};
const countdown = (from: number): number[] => Array.from({ length: from - 1 }, (_, index) => from - index);

/** True for a CPF with right check digits; one digit repeated eleven times is none. */
export const isCpf = (text: string): boolean => {
  const number = digits(text);
  if (number.length !== 11 || /^(\d)\1+$/.test(number)) return false;
  return [9, 10].every(
    (length) => checkDigit(number.slice(0, length), countdown(length + 1)) === Number(number[length]),
  );
};

const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
/** The value of a character of a CNPJ, which may have letters since 2026: its code less 48. */
const cnpjValue = (character: string): number => character.charCodeAt(0) - 48;
const cnpjDigit = (part: string): number => {
  const weights = cnpjWeights.slice(cnpjWeights.length - part.length);
  const rest = [...part].reduce((sum, character, index) => sum + cnpjValue(character) * (weights[index] ?? 0), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

/** True for a CNPJ with right check digits, of digits or, as issued since July 2026, with letters. */
export const isCnpj = (text: string): boolean => {
  const number = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (!/^[0-9A-Z]{12}\d{2}$/.test(number) || /^(\d)\1+$/.test(number)) return false;
  return [12, 13].every((length) => cnpjDigit(number.slice(0, length)) === Number(number[length]));
};

const formatCpf = (number: string): string => number.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
const formatCnpj = (number: string): string =>
  number.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5');

/** Today in a time zone, as `2026-11-24`. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const relativeDays: Readonly<Record<string, number>> = { hoje: 0, amanha: 1, ontem: -1, 'depois de amanha': 2 };

/** Reads `24/11/2026`, `24/11/26`, `24/11`, `2026-11-24`, 'hoje', 'amanhã'; returns `2026-11-24`. */
export const readDate = (text: string, now: Date, timeZone: string): string | undefined => {
  const today = dayIn(now, timeZone);
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const relative = relativeDays[plain];
  if (relative !== undefined) return shifted(today, relative);
  const written = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(plain);
  const other = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  const [day, month] = written ? [written[1], written[2]] : [other?.[3], other?.[2]];
  if (day === undefined || month === undefined) return undefined;
  const shortYear = written ? (written[3] ?? today.slice(0, 4)) : (other?.[1] ?? '');
  const century = Number(shortYear) > Number(today.slice(2, 4)) + 20 ? '19' : '20';
  const year = shortYear.length === 2 ? `${century}${shortYear}` : shortYear;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
};

const readPhone = (text: string): string | undefined => {
  const number = digits(text).replace(/^0+/, '');
  const national = number.length > 11 && number.startsWith('55') ? number.slice(2) : number;
  if (/^[1-9]\d(?:9\d{8}|[2-5]\d{7})$/.test(national)) return `55${national}`;
  return text.trim().startsWith('+') && number.length >= 8 && number.length <= 15 ? number : undefined;
};

const within = (value: number, { min, max }: Limits): boolean =>
  (min === null || value >= min) && (max === null || value <= max);

const kept = (value: FlowValue | undefined, isSound = true): Read =>
  value === undefined || !isSound ? undefined : { value };

const readers: Record<CollectKind, (reply: { text: string; last: FlowReply | undefined }, limits: Limits) => Read> = {
  text: ({ text }, limits) => {
    const written = text.trim();
    return kept(written, written !== '' && within([...written].length, { ...limits, max: limits.max ?? 2000 }));
  },
  number: ({ text }, limits) => {
    const number = readNumber(text);
    return kept(number, number !== undefined && within(number, limits));
  },
  rating: ({ text }, limits) => {
    const number = readNumber(text);
    const range = { ...limits, min: limits.min ?? 1, max: limits.max ?? 5 };
    return kept(number, number !== undefined && Number.isInteger(number) && within(number, range));
  },
  date: ({ text }, { now, timeZone }) => kept(readDate(text, now, timeZone)),
  email: ({ text }) => {
    const address = text.trim().toLowerCase();
    return kept(address, /^[^\s@"<>]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(address) && address.length <= 254);
  },
  phone: ({ text }) => kept(readPhone(text)),
  cpf: ({ text }) => kept(formatCpf(digits(text)), isCpf(text)),
  cnpj: ({ text }) => kept(formatCnpj(text.toUpperCase().replace(/[^0-9A-Z]/g, '')), isCnpj(text)),
  cep: ({ text }) => {
    const number = digits(text);
    return kept(`${number.slice(0, 5)}-${number.slice(5)}`, number.length === 8 && !/^0{5}/.test(number));
  },
  file: ({ last }) => kept(last?.file?.name, last?.file != null),
  location: ({ last }) => {
    const data = last?.data;
    if (data?.kind !== 'location') return undefined;
    const { latitude, longitude } = data as { latitude: number; longitude: number };
    return kept(`${latitude},${longitude}`);
  },
};

/** Reads an answer as a value of a kind; undefined when it does not fit. */
export const readAnswer = (
  kind: CollectKind,
  reply: { text: string; last: FlowReply | undefined },
  limits: Limits,
): Read => readers[kind](reply, limits);

import { foldText } from '@balcao/sdk/contract';

/** Names of the variables that a text may contain: `{{nome}}`. */
export const variableNames = [
  'nome',
  'primeiroNome',
  'saudacao',
  'protocolo',
  'atendente',
  'fila',
  'data',
  'hora',
] as const;
export type VariableName = (typeof variableNames)[number];
export type VariableValues = Readonly<Record<VariableName, string>>;

export interface FilledFor {
  /** The name shown in lists; a number for a contact without a name. */
  contactName: string;
  ticketId: number;
  attendant: string;
  queue: string | null;
  company: { language: 'pt' | 'en' | 'es'; timeZone: string };
  now: Date;
}

// Customers read them, in the company's language whatever the attendant's: they are no interface texts.
const greetings = {
  pt: { morning: 'Bom dia', afternoon: 'Boa tarde', night: 'Boa noite' },
  en: { morning: 'Good morning', afternoon: 'Good afternoon', night: 'Good evening' },
  es: { morning: 'Buenos días', afternoon: 'Buenas tardes', night: 'Buenas noches' },
} as const;
const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

const partOfDay = (hour: number): 'morning' | 'afternoon' | 'night' =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'night';

export function variableValues({ contactName, ticketId, attendant, queue, company, now }: FilledFor): VariableValues {
  const { language, timeZone } = company;
  const shown = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options }).format(now);
  const clock = shown({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  // A telephone number, masked or not, is not used as a name.
  const name = /\p{L}/u.test(contactName) ? contactName.trim() : '';
  return {
    nome: name,
    primeiroNome: name.split(/\s+/u)[0] ?? '',
    saudacao: greetings[language][partOfDay(Number(clock.slice(0, 2)))],
    protocolo: String(ticketId),
    atendente: attendant,
    fila: queue ?? '',
    data: shown({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    hora: clock,
  };
}

const byPlainName = new Map<string, VariableName>(variableNames.map((name) => [foldText(name), name]));

/** Fills the variables of a text. Unknown variables stay; an empty value also removes the comma before it. */
export const fill = (text: string, values: VariableValues): string =>
  text.replace(/(,?[ \t]*)\{\{\s*([\p{L}]+)\s*\}\}/gu, (whole, before: string, written: string) => {
    const name = byPlainName.get(foldText(written));
    if (!name) return whole;
    return values[name] === '' ? '' : before + values[name];
  });

/** Returns the names in braces that are no variable, which a customer would see. */
export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap(([whole, written = '']) =>
      byPlainName.has(foldText(written.trim())) ? [] : [whole],
    ),
  ),
];

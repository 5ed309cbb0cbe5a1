import { expect, test } from 'vitest';
import { fill, unknownVariables, variableValues, type FilledFor } from '../variables.ts';

const conversation: FilledFor = {
  contactName: 'José da Silva',
  ticketId: 4821,
  attendant: 'Marina Azevedo',
  queue: 'Previdenciário',
  company: { language: 'pt', timeZone: 'America/Sao_Paulo' },
  now: new Date('2026-11-20T13:05:00Z'),
};
const filled = (text: string, part: Partial<FilledFor> = {}) =>
  fill(text, variableValues({ ...conversation, ...part }));

test('every variable is replaced by its value', () => {
  expect(
    filled(
      '{{saudacao}}, {{primeiroNome}} ({{nome}}). Sou {{atendente}}, {{fila}}, nº {{protocolo}}, {{data}} {{hora}}',
    ),
  ).toBe('Bom dia, José (José da Silva). Sou Marina Azevedo, Previdenciário, nº 4821, 20/11/2026 10:05');
});

test('the greeting follows the time zone of the company, in the language of its customers', () => {
  const at = (clock: string, company = conversation.company) =>
    filled('{{saudacao}}', { company, now: new Date(`2026-11-20T${clock}:00-03:00`) });
  expect(['04:59', '05:00', '11:59', '12:00', '17:59', '18:00'].map((clock) => at(clock))).toEqual([
    'Boa noite',
    'Bom dia',
    'Bom dia',
    'Boa tarde',
    'Boa tarde',
    'Boa noite',
  ]);
  expect(at('08:00', { language: 'es', timeZone: 'Europe/Madrid' })).toBe('Buenas tardes');
  expect(at('08:00', { language: 'en', timeZone: 'America/Sao_Paulo' })).toBe('Good morning');
});

test('variables are recognised whatever their accents, case and spaces, and other text stays', () => {
  expect(filled('{{ Saudação }} {{NOME}}')).toBe('Bom dia José da Silva');
  expect(filled('{{cpf}} {nome} {{}} {{nome')).toBe('{{cpf}} {nome} {{}} {{nome');
});

test('a variable without a value leaves no gap, and a number is never used as a name', () => {
  expect(filled('Olá, {{nome}}!', { contactName: '+55 11 •••• 4417' })).toBe('Olá!');
  expect(filled('Aqui é do setor {{fila}}.', { queue: null })).toBe('Aqui é do setor.');
});

test('a customer’s name is never interpreted as a variable or a replacement pattern', () => {
  expect(filled('Oi {{nome}}', { contactName: '{{atendente}} $& $1' })).toBe('Oi {{atendente}} $& $1');
});

test('an unknown variable is reported before it is sent to a customer', () => {
  expect(unknownVariables('{{naoexiste}} {{ Saudação }} {{nome}} {{cpf 2}} {{naoexiste}} {nome}')).toEqual([
    '{{naoexiste}}',
    '{{cpf 2}}',
  ]);
  expect(unknownVariables('Olá, {{nome}}!')).toEqual([]);
});

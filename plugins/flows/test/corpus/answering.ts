import { ask, say } from '../flow-office.ts';
import { collect, line, type Input, type Scenario } from './scenario.ts';

const collecting = (kind: string, inputs: Input[], shown: string, more: object = {}): Scenario => ({
  title: `an answer of the kind ${kind}`,
  draw: () => ({ nodes: [collect(kind, more), say('end', 'Anotei: %v%')], ways: line('start', 'c', 'end') }),
  inputs,
  said: ['Qual?', ...inputs.slice(1).map(() => 'Não entendi.'), `Anotei: ${shown}`],
  ended: 'completed',
});

export const answering: readonly Scenario[] = [
  {
    title: 'a question that nobody answers in time',
    draw: () => ({
      nodes: [ask('q', 'Opção?', ['Um'], { timeoutMinutes: 10 }), say('end', 'Fim'), say('late', 'Ainda aí?')],
      ways: [...line('start', 'q'), ['q:option-1', 'end'], ['q:timeout', 'late']],
    }),
    inputs: [{ minutes: 11 }],
    said: ['Opção?\n\n1 - Um', 'Ainda aí?'],
    ended: 'completed',
  },
  {
    title: 'answers that never fit',
    draw: () => ({
      nodes: [collect('cpf', { tries: 2 }), say('end', 'Fim'), say('no', 'Desisto')],
      ways: [...line('start', 'c', 'end'), ['c:invalid', 'no']],
    }),
    inputs: ['não sei', '123'],
    said: ['Qual?', 'Não entendi.', 'Desisto'],
    ended: 'completed',
  },
  {
    title: 'silence for three days',
    draw: () => ({
      nodes: [ask('q', 'Opção?', ['Um']), say('end', 'Fim')],
      ways: [...line('start', 'q'), ['q:option-1', 'end']],
    }),
    inputs: [{ minutes: 3 * 24 * 60 }],
    said: ['Opção?\n\n1 - Um'],
    ended: 'expired',
  },
  collecting('text', ['Uma frase  '], 'Uma frase'),
  collecting('number', ['dez', 'R$ 1.234,50'], '1234,5', { max: 2000 }),
  collecting('number', ['2001', '1999'], '1999', { max: 2000 }),
  collecting('rating', ['6', '5'], '5'),
  collecting('date', ['31/02/2026', '25/12/2026'], '2026-12-25'),
  collecting('email', ['ana@', 'Ana@Exemplo.com.br'], 'ana@exemplo.com.br'),
  collecting('phone', ['1234', '(11) 98765-4321'], '5511987654321'),
  collecting('cpf', ['529.982.247-24', '529.982.247-25'], '529.982.247-25'),
  collecting('cnpj', ['11.222.333/0001-80', '11222333000181'], '11.222.333/0001-81'),
  collecting('cep', ['0131', '01310100'], '01310-100'),
  collecting('file', ['não tenho', { file: { name: 'rg.png', mime: 'image/png', size: 70 } }], 'rg.png'),
  collecting('location', ['aqui', { location: { latitude: -23.55, longitude: -46.63 } }], '-23.55,-46.63'),
];

import { describe, expect, test } from 'vitest';
import { chooseOption, numberedText } from '../graph/choose-option.ts';
import { isCnpj, isCpf, readAnswer, readDate } from '../graph/collect.ts';
import { ruleHolds } from '../graph/conditions.ts';
import { diffGraphs, runsAlike } from '../graph/diff.ts';
import { GraphFault, readElements, writeElements } from '../graph/elements.ts';
import { fill, namesIn } from '../graph/fill.ts';
import { readPath } from '../graph/json-path.ts';
import type { CollectKind } from '../graph/node-data.ts';
import { readNumber } from '../graph/numbers.ts';
import { loopsWithoutWait } from '../graph/paths.ts';
import { hasWord, isOneOf } from '../graph/words.ts';
import { drawing, say } from './flow-office.ts';

const faultOf = (data: string): string => {
  try {
    readElements(data);
    return 'none';
  } catch (error) {
    if (error instanceof GraphFault) return error.code;
    throw error;
  }
};
const now = new Date('2026-11-24T15:00:00Z');
const zone = 'America/Sao_Paulo';

describe('A drawing', () => {
  test('what was read is written the same, identical connections once', () => {
    const data = drawing(
      [say('a', 'Olá'), say('b', 'Fim')],
      [
        ['start', 'a'],
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    const graph = readElements(data);
    expect(graph.edges).toHaveLength(2);
    expect(readElements(writeElements(graph))).toEqual(graph);
  });

  test('hostile data is refused with a reason', () => {
    const node = { id: 'a', type: 'messageNode', position: { x: 0, y: 0 }, data: {} };
    expect(faultOf('x'.repeat(1_000_001))).toBe('tooLarge');
    expect(faultOf('{')).toBe('notJson');
    expect(faultOf('"text"')).toBe('notElements');
    expect(faultOf('[1]')).toBe('notElements');
    expect(faultOf(JSON.stringify([{ ...node, id: '' }]))).toBe('nodeId');
    expect(faultOf(JSON.stringify([{ ...node, id: '__proto__' }]))).toBe('forbiddenKey');
    expect(faultOf(JSON.stringify([{ ...node, type: null }]))).toBe('nodeType');
    expect(faultOf(JSON.stringify([{ ...node, data: [] }]))).toBe('nodeData');
    expect(faultOf(JSON.stringify([node, node]))).toBe('duplicateNode');
    expect(faultOf(JSON.stringify([node, { source: 'a', target: 'b' }]))).toBe('danglingEdge');
    expect(faultOf('[{"id":"a","type":"x","data":{"__proto__":{"a":1}}}]')).toBe('forbiddenKey');
    expect(faultOf('[{"id":"a","type":"x","data":{"deep":{"constructor":1}}}]')).toBe('forbiddenKey');
    expect(faultOf(`[{"id":"a","type":"x","data":{"d":${'['.repeat(50)}${']'.repeat(50)}}}]`)).toBe('tooDeep');
    const many = Array.from({ length: 1001 }, (_, index) => ({ ...node, id: `n${index}` }));
    expect(faultOf(JSON.stringify(many))).toBe('tooMany');
  });

  test('a circle without a wait is found, and one through a question is none', () => {
    const graph = readElements(
      drawing(
        [say('a', '1'), say('b', '2'), say('c', '3')],
        [
          ['start', 'a'],
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
      ),
    );
    expect(loopsWithoutWait(graph, () => false).map((loop) => loop.toSorted())).toEqual([['a', 'b', 'c']]);
    expect(loopsWithoutWait(graph, (id) => id === 'b')).toEqual([]);
    const long = Array.from({ length: 900 }, (_, index) => say(`n${index}`, 'x'));
    const ways = long.map(([id], index): [string, string] => [id, index === 899 ? 'n0' : `n${index + 1}`]);
    expect(loopsWithoutWait(readElements(drawing(long, ways)), () => false)[0]).toHaveLength(900);
  });

  test('a difference tells nodes, fields, connections, and what only moved', () => {
    const from = readElements(
      drawing(
        [say('a', 'Olá'), say('b', 'B')],
        [
          ['start', 'a'],
          ['a', 'b'],
        ],
      ),
    );
    const to = readElements(
      drawing(
        [say('a', 'Oi'), say('c', 'C')],
        [
          ['start', 'a'],
          ['a', 'c'],
        ],
      ),
    );
    expect(diffGraphs(from, to)).toMatchObject({
      added: [{ nodeId: 'c' }],
      removed: [{ nodeId: 'b' }],
      changed: [{ nodeId: 'a', fields: [{ field: 'label', from: 'Olá', to: 'Oi' }] }],
      edges: { added: [{ source: 'a', target: 'c' }], removed: [{ source: 'a', target: 'b' }] },
    });
    const moved = { ...from, nodes: from.nodes.map((node) => ({ ...node, position: { x: 9, y: 9 } })) };
    expect(runsAlike(from, moved)).toBe(true);
    expect(diffGraphs(from, moved).moved).toHaveLength(3);
  });
});

describe('Texts', () => {
  const values: Record<string, string | number> = { nome: 'Ana', eco: '%nome%', valor: 12.5 };
  test('names are inserted once, in both notations, without regard to case and accents', () => {
    const shown = (text: string) => fill(text, (key) => values[key]);
    expect(shown('Olá %NOME%, {{ nome }}! %eco% %falta%R$ %valor%')).toBe('Olá Ana, Ana! %nome% R$ 12,5');
    expect(shown('Desconto de 10% e 20% hoje')).toBe('Desconto de 10% e 20% hoje');
    expect(namesIn('%Saudação% {{x y}}')).toEqual(['saudacao', 'x_y']);
  });

  test('words are found whole, without case, accents and punctuation', () => {
    expect(hasWord('Preciso da 2ª VIA do boleto!', 'segunda via')).toBe(false);
    expect(hasWord('preciso do BOLETO!', 'boleto')).toBe(true);
    expect(hasWord('boletos', 'boleto')).toBe(false);
    expect(isOneOf('Sair.', ['sair'])).toBe(true);
    expect(isOneOf('quero sair', ['sair'])).toBe(false);
  });

  test('an option is meant by a tap, its number or its title', () => {
    const options = [
      { id: 'a', title: 'Comprar' },
      { id: 'b', title: 'Ajuda técnica' },
      { id: 'c', title: 'Ajuda com pagamento' },
    ];
    const chosen = (text: string, choice: string | null = null) => chooseOption(options, { text, choice })?.id;
    expect([chosen('', 'b'), chosen('2'), chosen('2.'), chosen('COMPRAR'), chosen('ajuda tec')]).toEqual([
      'b',
      'b',
      'b',
      'a',
      'b',
    ]);
    expect([chosen('ajuda'), chosen('9'), chosen('x'), chosen('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(chosen('quero comprar agora')).toBe('a');
    expect(numberedText('Qual?', options.slice(0, 2))).toBe('Qual?\n\n1 - Comprar\n2 - Ajuda técnica');
  });
});

describe('Answers', () => {
  const read = (kind: CollectKind, text: string, limits = {}) =>
    readAnswer(kind, { text, last: undefined }, { min: null, max: null, now, timeZone: zone, ...limits })?.value;

  test('CPF and CNPJ are checked by their digits, the CNPJ with letters too', () => {
    expect([isCpf('529.982.247-25'), isCpf('529.982.247-24'), isCpf('111.111.111-11'), isCpf('123')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([isCnpj('11.222.333/0001-81'), isCnpj('11.222.333/0001-80'), isCnpj('12.ABC.345/01DE-35')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(read('cpf', 'meu cpf é 52998224725')).toBe('529.982.247-25');
    expect(read('cnpj', '11222333000181')).toBe('11.222.333/0001-81');
  });

  test('numbers, ratings, postal codes, telephones and addresses are read as Brazilians write them', () => {
    expect([
      readNumber('1.234,50'),
      readNumber('R$ 10'),
      readNumber('12.5'),
      readNumber('1.2.3'),
      readNumber('dez'),
    ]).toEqual([1234.5, 10, 12.5, undefined, undefined]);
    expect([read('number', '7', { min: 1, max: 5 }), read('rating', '5'), read('rating', '6')]).toEqual([
      undefined,
      5,
      undefined,
    ]);
    expect([read('cep', '01310100'), read('cep', '1310-10')]).toEqual(['01310-100', undefined]);
    expect([read('phone', '(11) 98765-4321'), read('phone', '+351 912 345 678'), read('phone', '1234')]).toEqual([
      '5511987654321',
      '351912345678',
      undefined,
    ]);
    expect([read('email', ' Ana@Exemplo.com.br '), read('email', 'ana@')]).toEqual(['ana@exemplo.com.br', undefined]);
    expect([read('text', '  '), read('text', 'ok', { min: 3 })]).toEqual([undefined, undefined]);
  });

  test('dates are read in the company’s time zone', () => {
    const date = (text: string) => readDate(text, now, zone);
    expect([
      date('25/12/2026'),
      date('25/12'),
      date('1/2/27'),
      date('hoje'),
      date('Amanhã'),
      date('2026-12-01'),
    ]).toEqual(['2026-12-25', '2026-12-25', '2027-02-01', '2026-11-24', '2026-11-25', '2026-12-01']);
    expect([date('31/02/2026'), date('32/1'), date('logo')]).toEqual([undefined, undefined, undefined]);
    expect(readDate('hoje', new Date('2026-11-25T01:00:00Z'), zone)).toBe('2026-11-24');
  });

  test('conditions compare text, numbers, dates and lists', () => {
    const values: Record<string, string | number> = {
      cidade: 'São Paulo',
      valor: '1.500,00',
      dia: '2026-11-24',
      vazio: '',
    };
    const holds = (name: string, operator: never, value: string, to?: string) =>
      ruleHolds(
        { name, operator, value, to },
        (key) => values[key],
        (text) => text,
      );
    const is = holds as (name: string, operator: string, value: string, to?: string) => boolean;
    expect([
      is('Cidade', 'equal', 'sao paulo'),
      is('cidade', 'contains', 'PAULO'),
      is('cidade', 'oneOf', 'Rio, São Paulo'),
    ]).toEqual([true, true, true]);
    expect([
      is('valor', 'greater', '200'),
      is('valor', 'between', '1000', '2000'),
      is('valor', 'less', '1.500,00'),
    ]).toEqual([true, true, false]);
    expect([
      is('dia', 'atLeast', '2026-11-01'),
      is('vazio', 'isEmpty', ''),
      is('falta', 'isSet', ''),
      is('falta', 'less', '3'),
    ]).toEqual([true, true, false, false]);
  });

  test('a path into JSON follows own keys only', () => {
    const json = { data: { items: [{ name: 'x' }] } };
    expect(readPath(json, '$.data.items[0].name')).toBe('x');
    expect(readPath(json, 'constructor.name')).toBeUndefined();
    expect(readPath(json, '')).toEqual(json);
  });
});

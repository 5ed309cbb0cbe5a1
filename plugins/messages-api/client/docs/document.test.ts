import { expect, it } from 'vitest';
import { groupsOf, objectIn, sampleOf, typeOf, type OpenApi } from './document.ts';

const operation = (operationId: string, tag: string, summary: string, security: Record<string, unknown>[]) => ({
  operationId,
  tags: [tag],
  summary,
  security,
  parameters: [],
  responses: {},
});
const document: OpenApi = {
  tags: [
    { name: 'tags', description: 'Tags' },
    { name: 'messages-api', description: 'API de mensagens' },
  ],
  paths: {
    '/tags/{id}': {
      delete: operation('d', 'tags', 'Exclui uma tag.', [{ session: [] }]),
      get: operation('g', 'tags', 'Uma tag.', [{ session: [] }]),
    },
    '/messages/send': { post: operation('s', 'messages-api', 'Envia uma mensagem para um número.', [{ token: [] }]) },
  },
};

it('Operations are grouped by plugin, those for programs first', () => {
  const groups = groupsOf(document, '');
  expect(groups.map(({ title }) => title)).toEqual(['API de mensagens', 'Tags']);
  expect(groups[1]?.operations.map(({ method, by }) => [method, by])).toEqual([
    ['GET', 'session'],
    ['DELETE', 'session'],
  ]);
});

it('Operations are found by method, path and summary, without regard to accents', () => {
  const found = (term: string) =>
    groupsOf(document, term).flatMap(({ operations }) => operations.map((one) => one.operationId));
  expect(found('NUMERO envia')).toEqual(['s']);
  expect(found('delete tags')).toEqual(['d']);
  expect(found('nada disso')).toEqual([]);
});

it('Types are displayed in readable words', () => {
  expect(typeOf({ type: 'array', items: { type: 'integer' } }, '?')).toBe('integer[]');
  expect(typeOf({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, '?')).toBe(
    'string (date-time) | null',
  );
  expect(typeOf({ enum: ['a', 'b'] }, '?')).toBe('"a" | "b"');
  expect(typeOf({}, 'qualquer valor')).toBe('qualquer valor');
});

it('The object inside lists and choices is found', () => {
  const inner = { type: 'object', properties: { id: { type: 'number' } } };
  expect(objectIn({ anyOf: [{ type: 'null' }, { type: 'array', items: inner }] })).toBe(inner);
  expect(objectIn({ type: 'string' })).toBeUndefined();
});

it('A sample body contains the required fields', () => {
  const schema = {
    type: 'object',
    required: ['number', 'kind'],
    properties: { number: { type: 'string' }, kind: { enum: ['x', 'y'] }, note: { type: 'string' } },
  };
  expect(sampleOf(schema)).toEqual({ number: '', kind: 'x' });
});

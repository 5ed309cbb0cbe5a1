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

it('groups operations by plugin, those that programs call first', () => {
  const groups = groupsOf(document, '');
  expect(groups.map(({ title }) => title)).toEqual(['API de mensagens', 'Tags']);
  expect(groups[1]?.operations.map(({ method, by }) => [method, by])).toEqual([
    ['GET', 'session'],
    ['DELETE', 'session'],
  ]);
});

it('finds by method, path and summary, whatever the accents', () => {
  const found = (term: string) =>
    groupsOf(document, term).flatMap(({ operations }) => operations.map((one) => one.operationId));
  expect(found('NUMERO envia')).toEqual(['s']);
  expect(found('delete tags')).toEqual(['d']);
  expect(found('nada disso')).toEqual([]);
});

it('says types as people read them', () => {
  expect(typeOf({ type: 'array', items: { type: 'integer' } }, '?')).toBe('integer[]');
  expect(typeOf({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, '?')).toBe(
    'string (date-time) | null',
  );
  expect(typeOf({ enum: ['a', 'b'] }, '?')).toBe('"a" | "b"');
  expect(typeOf({}, 'qualquer valor')).toBe('qualquer valor');
});

it('looks into lists and choices for the object inside', () => {
  const inner = { type: 'object', properties: { id: { type: 'number' } } };
  expect(objectIn({ anyOf: [{ type: 'null' }, { type: 'array', items: inner }] })).toBe(inner);
  expect(objectIn({ type: 'string' })).toBeUndefined();
});

it('begins a body with what is required', () => {
  const schema = {
    type: 'object',
    required: ['number', 'kind'],
    properties: { number: { type: 'string' }, kind: { enum: ['x', 'y'] }, note: { type: 'string' } },
  };
  expect(sampleOf(schema)).toEqual({ number: '', kind: 'x' });
});

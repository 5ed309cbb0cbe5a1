import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { ApiFixture, startServer } from './api-fixture.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  security: Record<string, never[]>[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown>; required?: string[] } }> };
  responses: Record<string, { content?: Record<string, { schema: { properties?: Record<string, unknown> } }> }>;
}
interface Document {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

let host: TestHost;
let shop: ApiFixture;

beforeAll(async () => {
  host = await startServer(['companies', 'quick-messages', 'tags', 'kanban', 'notifications', 'channel-webchat']);
  shop = await ApiFixture.open(host);
});
afterAll(() => host.close());

const documentFor = async (person: Person): Promise<Document> => (await person.get<Document>('/openapi.json')).body;
const operations = ({ paths }: Document): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

test('The document is valid OpenAPI 3.1 by an independent validator, for an admin and for a super user', async () => {
  const { admin } = shop.company;
  const everything = await host.superUser();
  for (const person of [admin, everything]) {
    const document = await documentFor(person);
    expect(document.openapi).toBe('3.1.0');
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  }
});

test('No two paths are ambiguous, and no two operations have one id', async () => {
  const document = await documentFor(shop.company.admin);
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
  const ids = operations(document).map(([, { operationId }]) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('Every parameter of a path is described under the name in the path', async () => {
  for (const [name, { parameters }] of operations(await documentFor(shop.company.admin))) {
    const named = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect([name, parameters.filter((one) => one.in === 'path').map((one) => one.name)]).toEqual([name, named]);
  }
});

test('Every route has a sentence that describes it', async () => {
  const silent = operations(await documentFor(await host.superUser()))
    .filter(([, { summary, tags }]) => !summary && !tags.includes('test-line'))
    .map(([name]) => name);
  expect(silent).toEqual([]);
});

test('The documentation is in the reader’s language: the browser’s, or a requested one', async () => {
  const { admin } = shop.company;
  const read = async (query: string, language: string) =>
    (await (
      await fetch(`${host.url}/api/openapi.json${query}`, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
      })
    ).json()) as Document & { components: { responses: Record<string, { description: string }> } };
  const sentence = (document: Document) => document.paths['/messages/{id}/status']?.['get']?.summary;
  const [pt, es, en, asked] = [
    await read('', 'pt-BR,pt;q=0.9'),
    await read('', 'es-AR'),
    await read('', 'en'),
    await read('?lang=es', 'pt-BR'),
  ];
  expect(sentence(pt)).toContain('O que aconteceu com a mensagem');
  expect(sentence(es)).toContain('Qué pasó con el mensaje');
  expect(sentence(en)).toBe('What became of a message: queued, sent, delivered, read or failed.');
  expect(sentence(asked)).toBe(sentence(es));
  expect(pt.components.responses['NotFound']?.description).toContain('o módulo está desligado');
  expect(JSON.stringify(es.paths['/messages/send'])).toContain('A quién escribir: código de país');
  // A plugin with one language only is displayed in that one.
  expect(es.paths['/line/whoami']?.['get']?.summary).toBe('Whose key it is.');
  for (const document of [pt, es, en]) {
    const said = [...JSON.stringify(document).matchAll(/"(?:summary|description)":"([^"]*)"/g)].map(
      ([, text = '']) => text,
    );
    expect(said.filter((text) => text.startsWith('route.'))).toEqual([]);
  }
  expect(
    (await fetch(`${host.url}/api/openapi.json?lang=tlh`, { headers: { authorization: `Bearer ${admin.token}` } }))
      .status,
  ).toBe(400);
});

test('Sending is described completely: by token, as JSON or form, with its fields and answers', async () => {
  const send = (await documentFor(shop.company.admin)).paths['/messages/send']?.['post'];
  expect(send?.security).toEqual([{ token: [] }]);
  expect(Object.keys(send?.requestBody?.content ?? {})).toEqual(['application/json', 'multipart/form-data']);
  const schema = send?.requestBody?.content['application/json']?.schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual([
    'number',
    'body',
    'name',
    'queueId',
    'userId',
    'quotedId',
    'closeTicket',
    'template',
    'bulk',
  ]);
  expect(schema?.required).toEqual(['number']);
  expect(Object.keys(send?.responses ?? {})).toEqual(['200', '400', '401', '403', '429']);
  const answer = send?.responses['200']?.content?.['application/json']?.schema.properties;
  expect(Object.keys(answer ?? {})).toContain('ticketUuid');
});

test('A disabled module is not in the document, and returns with it', async () => {
  const { admin } = shop.company;
  const has = async (tag: string) => (await documentFor(admin)).tags.some(({ name }) => name === tag);
  await shop.company.enable('kanbanEnabled');
  expect(await has('kanban')).toBe(true);
  await shop.company.disable('kanbanEnabled');
  expect(await has('kanban')).toBe(false);
  expect(await has('test-line')).toBe(true);
  await shop.company.disable('plugin:test-line');
  expect(await has('test-line')).toBe(false);
  await shop.company.enable('plugin:test-line');
});

test('Everybody reads the routes that they may use, and no others', async () => {
  const named = async (person: Person) => operations(await documentFor(person)).map(([name]) => name);
  const attendant = await named(await shop.company.person('user'));
  const admin = await named(shop.company.admin);
  const all = await named(await host.superUser());
  expect(attendant).toContain('GET /tickets');
  expect(attendant).toContain('POST /messages/send');
  expect(attendant).not.toContain('POST /webhooks');
  expect(admin).toContain('POST /webhooks');
  expect(admin).not.toContain('GET /platform/dead-letters');
  expect(all).toContain('GET /platform/dead-letters');
  expect(all.some((name) => name.includes('/channel-webchat/'))).toBe(false);
});

test('The document can be downloaded, and nobody reads it without a session', async () => {
  const { headers } = await shop.company.admin.get('/openapi.json?download=true');
  expect(headers.get('content-disposition')).toBe('attachment; filename="balcao-openapi.json"');
  expect((await host.nobody.get('/openapi.json')).status).toBe(401);
});

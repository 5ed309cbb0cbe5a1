import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { ApiFixture, form, numbersFrom, png, startServer } from './api-fixture.ts';
import { eventually } from '@balcao/testing';

interface Status {
  id: number;
  status: string;
  failure: string | null;
}

let host: TestHost;
let shop: ApiFixture;
const someone = numbersFrom(5_511_987_680_000);

beforeAll(async () => {
  host = await startServer();
  shop = await ApiFixture.open(host);
});
afterAll(() => host.close());

test('A program sends a template by its name, as JSON or in a form, and missing values are reported', async () => {
  const template = { name: 'retomada', language: 'pt_BR', variables: { 'body.1': 'Helena' } };
  const sent = await shop.send({ number: someone(), template });
  expect(sent.status).toBe(200);
  expect(await shop.bodiesOf(sent.body.ticketId)).toEqual(['Olá, Helena!']);
  await eventually(
    async () => (await shop.call<Status>('GET', `/messages/${sent.body.id}/status`)).body.status === 'sent',
  );
  const typed = await shop.send(form({ number: someone(), template: JSON.stringify(template) }));
  expect(await shop.bodiesOf(typed.body.ticketId)).toEqual(['Olá, Helena!']);
  const refused = async (body: object | FormData) => {
    const { status, body: answer } = await shop.send(body);
    return [status, answer.error, answer.fields];
  };
  const number = someone();
  expect(await refused({ number, template: { ...template, variables: {} } })).toEqual([
    400,
    'ERR_VALIDATION',
    { 'body.1': 'Required' },
  ]);
  expect(await refused({ number, template: { ...template, name: 'outro' } })).toEqual([
    404,
    'ERR_NO_TEMPLATE_FOUND',
    undefined,
  ]);
  for (const wrong of ['retomada', 7, [], { name: 'retomada' }, { ...template, variables: { a: 1 } }, null])
    expect((await refused({ number, template: wrong }))[0]).toBe(400);
  const two = form({ number, template: JSON.stringify(template) }, { 'a.png': png, 'b.png': png });
  expect((await refused(two))[0]).toBe(400);
  expect((await refused(form({ number, template: '{' })))[0]).toBe(400);
  const [contact] = await shop.company
    .scope('tickets')
    .sql.rows(sql`select 1 from contacts.public_identity where value = ${number}`);
  expect(contact).toBeUndefined();
});

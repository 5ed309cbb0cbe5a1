import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { hours, Office, startServer, type Answer } from './office.ts';

let phones: Phones;
let host: TestHost;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer(undefined, ['messages-api']);
}, 120_000);
afterAll(async () => {
  await host?.close();
  phones?.close();
});

type List = { schedules: Answer[]; count: number };
/** Calls as a program does, by a token alone. */
const program =
  (token: string) =>
  <T>(method: string, at: string, body?: object) =>
    host.nobody.call<T>(method, at, body, { authorization: `Bearer ${token}` });

test('A program schedules, lists and cancels messages by the access token of a person, and that of another company sees and changes none', async () => {
  const [one, other] = [await Office.of(host), await Office.of(host)];
  const tokenOf = async ({ company }: Office): Promise<string> => {
    const { email, password } = await company.person('admin', 'Integração');
    const { body } = await host.nobody.post<{ token: string }>('/auth/login', { email, password });
    return body.token;
  };
  const [ours, theirs] = [program(await tokenOf(one)), program(await tokenOf(other))];
  const { id: contactId, number } = await one.contact();
  const made = await ours<Answer>('POST', '/schedules', {
    contactId,
    body: 'Seu laudo está pronto.',
    sendAt: hours(2),
  });
  expect(made).toMatchObject({ status: 200, body: { status: 'PENDENTE', contactId } });
  const at = `/schedules/${made.body.id}`;
  expect((await ours<List>('GET', '/schedules')).body.schedules.map(({ id }) => id)).toEqual([made.body.id]);

  expect((await theirs<List>('GET', `/schedules?contactId=${contactId}`)).body).toMatchObject({
    schedules: [],
    count: 0,
  });
  for (const [method, body] of [['GET'], ['PUT', { body: 'Outro texto aqui' }], ['DELETE']] as const)
    expect(await theirs(method, at, body)).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } });
  expect(await theirs('POST', '/schedules', { contactId, body: 'Seu laudo', sendAt: hours(2) })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_CONTACT_FOUND' },
  });

  expect((await ours('DELETE', at)).status).toBe(200);
  expect((await ours<List>('GET', '/schedules')).body).toMatchObject({ schedules: [], count: 0 });
  expect(phones.to(number)).toEqual([]);
});

test('A token of the messages API sends messages, and opens nothing of the agenda', async () => {
  const office = await Office.of(host);
  const { body } = await office.company.admin.post<{ token: string }>('/messages-api/tokens', {
    connectionId: office.connectionId,
    name: 'Loja virtual',
  });
  const call = program(body.token);
  for (const [method, at] of [
    ['GET', '/schedules'],
    ['POST', '/schedules'],
    ['GET', '/scheduleforms'],
    ['DELETE', '/schedules/1'],
  ] as const)
    expect([401, 403]).toContain((await call(method, at)).status);
});

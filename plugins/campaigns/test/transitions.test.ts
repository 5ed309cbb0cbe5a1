import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { CampaignStatus, CampaignView } from '../contract.ts';
import { Sender, startServer, type Failure } from './fixture.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  await host?.close();
  phones?.close();
});

const statuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const;

/** A campaign whose status is set without any of the effects that reaching it has. */
const campaignIn = async (sender: Sender, status: CampaignStatus): Promise<number> => {
  const { body } = await sender.create({ scheduledAt: new Date(Date.now() + 7_200_000).toISOString() });
  await sender.scope.sql.run(
    sql`update campaigns.campaign set status = ${status}, frozen_at = case when ${status} in ('EM_ANDAMENTO', 'CANCELADA') then now() end
         where id = ${body.id}`,
  );
  return body.id;
};

test('Every action answers 409 with the present status from each status in which it is not allowed', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  const reserve = await sender.another();
  const actions = {
    cancel: (id: number) => admin.post<Failure>(`/campaigns/${id}/cancel`),
    restart: (id: number) => admin.post<Failure>(`/campaigns/${id}/restart`),
    continue: (id: number) => admin.post<Failure>(`/campaigns/${id}/continue`),
    connection: (id: number) => admin.post<Failure>(`/campaigns/${id}/connection`, { whatsappId: reserve }),
    change: (id: number) => admin.put<Failure>(`/campaigns/${id}`, { name: 'Outro nome' }),
    delete: (id: number) => admin.delete<Failure>(`/campaigns/${id}`),
  };
  const allowed: Record<keyof typeof actions, readonly CampaignStatus[]> = {
    cancel: ['EM_ANDAMENTO'],
    restart: ['CANCELADA'],
    // Only with a reason that waits for a person, which none of these has.
    continue: [],
    connection: ['EM_ANDAMENTO', 'CANCELADA'],
    change: ['INATIVA', 'PROGRAMADA', 'CANCELADA'],
    delete: ['INATIVA', 'PROGRAMADA', 'CANCELADA', 'FINALIZADA'],
  };
  for (const [name, act] of Object.entries(actions))
    for (const status of statuses) {
      const id = await campaignIn(sender, status);
      const answer = await act(id);
      const isAllowed = allowed[name as keyof typeof actions].includes(status);
      expect([name, status, answer.status]).toEqual([name, status, isAllowed ? 200 : 409]);
      if (!isAllowed) expect(answer.body).toMatchObject({ context: { status } });
    }
});

test('Of two people who stop, restart or continue a campaign at once, the second learns its present status', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  const twice = async (path: string): Promise<number[]> =>
    (await Promise.all([admin.post(path), admin.post(path)])).map(({ status }) => status).toSorted();
  const id = await campaignIn(sender, 'EM_ANDAMENTO');
  await sender.scope.sql.run(sql`update campaigns.campaign set pause_reason = 'failures' where id = ${id}`);
  expect(await twice(`/campaigns/${id}/continue`)).toEqual([200, 409]);
  expect(await twice(`/campaigns/${id}/cancel`)).toEqual([200, 409]);
  expect(await twice(`/campaigns/${id}/restart`)).toEqual([200, 409]);
});

test('A stopped campaign says who stopped it and when, until somebody continues it', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  const id = await campaignIn(sender, 'EM_ANDAMENTO');
  const { body } = await admin.post<CampaignView>(`/campaigns/${id}/cancel`);
  expect(body.cancelled).toEqual({ at: expect.any(String), by: { id: admin.id, name: expect.any(String) } });
  expect((await admin.get<CampaignView>(`/campaigns/${id}`)).body.cancelled).toEqual(body.cancelled);
  expect((await admin.post<CampaignView>(`/campaigns/${id}/restart`)).body.cancelled).toBeNull();
});

test('Fields that a campaign cannot have are refused with the field named, and none is stored', async () => {
  const sender = await Sender.of(host);
  const count = async (): Promise<number> =>
    (await sender.company.admin.get<{ count: number }>('/campaigns')).body.count;
  const faults: [object, Record<string, unknown>][] = [
    [{ name: 'a'.repeat(51) }, { name: expect.any(String) }],
    [{ whatsappId: undefined }, { whatsappId: expect.any(String) }],
    [{ message1: '', message2: '', message3: '' }, { message1: 'Necessário preencher pelo menos uma mensagem' }],
    [{ dddFilters: ['abc'] }, expect.anything()],
    [{ legalBasis: 'none' }, expect.anything()],
    [{ message3: 'Olá {sobrenome}' }, { message3: 'ERR_UNKNOWN_VARIABLE' }],
    [
      { confirmation: true, confirmationMessage2: 'Posso, {apelido}?' },
      { confirmationMessage2: 'ERR_UNKNOWN_VARIABLE' },
    ],
    [{ message1: 'a'.repeat(5_001) }, { message1: expect.any(String) }],
  ];
  for (const [change, fields] of faults) {
    const { status, body } = await sender.create(change);
    expect([JSON.stringify(change).slice(0, 60), status]).toEqual([JSON.stringify(change).slice(0, 60), 400]);
    expect(body.fields).toEqual(fields);
  }
  expect(await count()).toBe(0);
});

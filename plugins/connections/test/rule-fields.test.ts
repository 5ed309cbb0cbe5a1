import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'],
  });
});
afterAll(() => host?.close());

interface Answer extends Record<string, unknown> {
  id: number;
  error?: string;
  fields?: Record<string, string>;
}

const company = async (): Promise<{ admin: Person; queueId: number }> => {
  const { admin } = await host.company();
  const { body } = await admin.post<Answer>('/queue', { name: 'Comercial', color: '#803b83' });
  return { admin, queueId: body.id };
};

const rules = {
  greetingMessage: 'Olá!',
  complationMessage: 'Até logo!',
  groupAsTicket: 'enabled',
  maxUseBotQueues: 2,
  timeUseBotQueues: 30,
  timeSendQueue: 15,
  outOfHoursMessage: 'Estamos fechados.',
  schedules: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00' }],
  ratingMessage: 'De 1 a 3?',
  expiresTicketNPS: 60,
  maxUseBotQueuesNPS: 1,
  expiresTicket: 24,
  whenExpiresTicket: 1,
  expiresInactiveMessage: 'Encerramos por falta de resposta.',
  timeInactiveMessage: 20,
  inactiveMessage: 'Você ainda está aí?',
};

test('A connection stores every field of its rules, under the names of the specification', async () => {
  const { admin, queueId } = await company();
  const wanted = { ...rules, sendIdQueue: queueId, keyWordQueueId: queueId };
  const made = await admin.post<Answer>('/whatsapp', { name: 'Linha', channel: 'sandbox', ...wanted });
  expect(made).toMatchObject({ status: 200, body: wanted });
  expect((await admin.get<Answer>(`/whatsapp/${made.body.id}`)).body).toMatchObject(wanted);
  expect((await admin.get<Answer[]>('/whatsapp')).body[0]).toMatchObject(wanted);
});

test('A change of some fields leaves the others unchanged', async () => {
  const { admin, queueId } = await company();
  const wanted = { ...rules, sendIdQueue: queueId, keyWordQueueId: queueId };
  const { body } = await admin.post<Answer>('/whatsapp', { name: 'Linha', channel: 'sandbox', ...wanted });
  const changed = await admin.put<Answer>(`/whatsapp/${body.id}`, { inactiveMessage: 'Oi?' });
  expect(changed).toMatchObject({ status: 200, body: { ...wanted, inactiveMessage: 'Oi?' } });
});

test('An empty field counts as 0, and a missing one has the specification’s default', async () => {
  const { admin, queueId } = await company();
  const made = await admin.post<Answer>('/whatsapp', {
    name: 'Linha',
    channel: 'sandbox',
    keyWordQueueId: queueId,
    timeSendQueue: '',
    sendIdQueue: '',
    expiresTicket: null,
    whenExpiresTicket: '1',
  });
  expect(made).toMatchObject({
    status: 200,
    body: { timeSendQueue: 0, sendIdQueue: null, expiresTicket: 0, whenExpiresTicket: 1, maxUseBotQueues: 3 },
  });
  expect(made.body).toMatchObject({ maxUseBotQueuesNPS: 3, groupAsTicket: 'disabled' });
});

test('A connection without hours has office hours, in the form and by the API', async () => {
  const { admin, queueId } = await company();
  const form = { name: 'Nova', channel: 'sandbox', queueIds: [queueId], keyWordQueueId: queueId };
  const { schedules } = (await admin.post<{ schedules: object[] }>('/whatsapp', form)).body;
  const hours = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' };
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  expect(schedules).toEqual(week.map((weekdayEn) => ({ weekdayEn, ...hours })));
});

test('A rating needs the minutes in which it counts, and a send time needs the target queue', async () => {
  const { admin, queueId } = await company();
  const line = { name: 'Linha', channel: 'sandbox', keyWordQueueId: queueId };
  const faultsOf = async (fields: object) => {
    const { status, body } = await admin.post<Answer>('/whatsapp', { ...line, ...fields });
    return [status, body.fields];
  };
  expect(await faultsOf({ ratingMessage: 'De 1 a 3?', expiresTicketNPS: '' })).toEqual([
    400,
    { expiresTicketNPS: 'errorExpiresNPS' },
  ]);
  expect(await faultsOf({ timeSendQueue: 10 })).toEqual([400, { sendIdQueue: 'errorSendQueue' }]);
  expect(await faultsOf({ keyWordQueueId: null })).toEqual([400, { keyWordQueueId: 'ERR_WAPP_QUEUE_REQUIRED' }]);
  expect((await faultsOf({ timeSendQueue: -1 }))[0]).toBe(400);
  expect((await faultsOf({ schedules: [{ weekdayEn: 'monday', startTime: '08:00' }] }))[0]).toBe(400);
});

test('A queue of another company is refused', async () => {
  const { admin, queueId } = await company();
  const stranger = await company();
  for (const field of ['keyWordQueueId', 'sendIdQueue']) {
    const answer = await admin.post<Answer>('/whatsapp', {
      name: 'Linha',
      channel: 'sandbox',
      keyWordQueueId: queueId,
      [field]: stranger.queueId,
    });
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
  }
});

test('A queue stores its hours, its own closing and rating texts and its delay; a new one has the default hours', async () => {
  const { admin } = await company();
  const made = await admin.post<Answer>('/queue', { name: 'Suporte', color: '#123456' });
  expect(made.body.schedules).toHaveLength(7);
  expect((made.body.schedules as object[])[5]).toMatchObject({
    weekdayEn: 'saturday',
    startTime: '08:00',
    endTime: '12:00',
  });
  const wanted = {
    complationMessage: 'Tchau!',
    ratingMessage: 'Como foi?',
    sendDelay: 5,
    schedules: [{ weekdayEn: 'monday', startTime: '10:00', endTime: '11:00' }],
  };
  expect((await admin.put<Answer>(`/queue/${made.body.id}`, wanted)).body).toMatchObject(wanted);
  const stored = await admin.put<Answer>(`/queue/${made.body.id}`, { greetingMessage: 'Oi!' });
  expect(stored.body).toMatchObject({ ...wanted, greetingMessage: 'Oi!', name: 'Suporte' });
  expect((await admin.put<Answer>(`/queue/${made.body.id}`, { sendDelay: 99_999 })).status).toBe(400);
});

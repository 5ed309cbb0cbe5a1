import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person, type TestHost } from '@balcao/testing';
import { Attendance, startAttendance, type ListAnswer, type TicketAnswer } from '../attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

/** A super user of the platform who impersonates somebody of the company. */
const impersonatorOf = async (desk: Attendance): Promise<Person> => {
  const helper = await host.superUser();
  const cookies = new Map<string, string>();
  const call = async (path: string, token: string, body: object = {}): Promise<{ token: string }> => {
    const answer = await fetch(`${host.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return (await answer.json().catch(() => ({}))) as { token: string };
  };
  const { id, email, password } = helper;
  const { token } = await call('/auth/login', '', { email, password });
  await call(`/auth/visit/${desk.company.id}`, token);
  return new Person(host.url, { id, email, password, token: (await call('/auth/refresh_token', '')).token });
};

it('An impersonating super user is never an attendant: a conversation they begin waits, and they accept or reopen none', async () => {
  const desk = await Attendance.of(host);
  const queue = await desk.queue('Fila');
  const [superUser, ana] = [await impersonatorOf(desk), await desk.attendant('Ana', [queue])];
  const { body: contact } = await ana.post<{ id: number }>('/contacts', { name: 'Ivo Melo', number: '5511933332222' });
  // The dialog sends it like this: with the caller as attendant.
  const made = await superUser.post<TicketAnswer>('/tickets', {
    contactId: contact.id,
    queueId: queue,
    userId: superUser.id,
    status: 'open',
    whatsappId: desk.connectionId,
  });
  expect(made.body).toMatchObject({ status: 'pending', userId: null, queueId: queue });
  const refused = { status: 409, body: { error: 'ERR_VISITOR_HOLDS_NONE' } };
  const path = `/tickets/${made.body.id}`;
  expect(await superUser.put(path, { status: 'open' })).toMatchObject(refused);
  expect(await superUser.put(path, { status: 'open', queueId: queue })).toMatchObject(refused);
  await ana.put(path, { status: 'open', userId: ana.id });
  expect((await superUser.put(path, { status: 'closed' })).status).toBe(200);
  expect(await superUser.put(path, { status: 'open' })).toMatchObject(refused);
  expect((await superUser.put<TicketAnswer>(path, { status: 'open', userId: ana.id })).body).toMatchObject({
    status: 'open',
    userId: ana.id,
  });
});

it('A waiting conversation closed during an impersonation stays among the closed ones of its queue', async () => {
  const desk = await Attendance.of(host);
  const queue = await desk.queue('Fila');
  await desk.routeTo(queue);
  const [superUser, ana] = [await impersonatorOf(desk), await desk.attendant('Ana', [queue])];
  const { ticketId } = await desk.arrives(desk.number(), 'oi');
  // The screen sends it like this: with the person who closes.
  expect((await superUser.put(`/tickets/${ticketId}`, { status: 'closed', userId: superUser.id })).status).toBe(200);
  const { body } = await ana.get<ListAnswer>('/tickets?status=closed');
  expect(body.tickets.map(({ id }) => id)).toEqual([ticketId]);
  expect((await ana.get(`/tickets/${ticketId}`)).status).toBe(200);
});

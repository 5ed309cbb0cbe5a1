import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { tickets } from '../../contract.ts';
import { handOver } from '../../server/rules/automation.ts';
import { followRules } from '../../server/rules/follow-rules.ts';
import { sweepConversations } from '../../server/rules/sweep.ts';
import { probe, resetProbe } from '../automation/probe.ts';
import { Office, never, startOffice } from './office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  resetProbe();
  host = await startOffice();
});
afterAll(() => host?.close());
beforeEach(() => {
  probe.queue = '';
  probe.failsOn = undefined;
  probe.beforeAnswer = undefined;
  probe.heard.length = 0;
});

const menu = 'Olá!\n\n1 - Comercial\n2 - Suporte';

const officeWithQueues = async (settings: Record<string, string> = {}) => {
  const office = await Office.of(host, { 'plugin:test-automation': 'enabled', ...settings });
  const [sales, support] = [await office.desk.queue('Comercial'), await office.desk.queue('Suporte')];
  await office.desk.routeTo(sales, support);
  await office.connection(sql`greeting_message = 'Olá!'`);
  return { office, sales, support };
};
const service = (office: Office) => office.scope.use(tickets);

describe('A plugin’s automation', () => {
  it('An automation claims a new conversation before the menu, receives the customer’s messages, once and in order, and shows as automatic', async () => {
    const { office } = await officeWithQueues();
    const number = office.desk.number();
    const first = await office.writes(number, 'Oi');
    const second = await office.writes(number, 'Tudo bem?');
    expect(await office.said(first.ticketId)).toEqual(['Eco: Oi', 'Eco: Tudo bem?']);
    expect(await office.show(first.ticketId)).toMatchObject({ status: 'pending', isAutomaticService: true });
    expect(await office.log(first.ticketId)).toEqual(['create', 'chatBot']);
    // A repeated event reaches it again; by the message's id it sends nothing twice.
    await followRules(second, office.scope);
    expect(await office.said(first.ticketId)).toEqual(['Eco: Oi', 'Eco: Tudo bem?']);
    expect(probe.heard[0]?.number).toBe(number);
  });

  it('An automation that declines does not cost the customer the greeting when the server fails before sending it', async () => {
    const { office, sales } = await officeWithQueues();
    await office.desk.routeTo(sales);
    probe.queue = 'Suporte';
    const { owner } = host.kernel.database;
    const noGreeting = `check (coalesce(client_id, '') not like 'rule:greeting%') not valid`;
    await owner.query(`alter table tickets.message add constraint no_greeting ${noGreeting}`);
    const arrived = await office.desk.arrives(office.desk.number(), 'Oi');
    await eventually(async () => {
      const { rows } = await owner.query('select 1 from kernel.event_retry where company_id = $1', [
        office.desk.company.id,
      ]);
      return rows.length > 0;
    });
    await owner.query('alter table tickets.message drop constraint no_greeting');
    await followRules(arrived, office.scope);
    expect(await office.said(arrived.ticketId)).toEqual(['Olá!']);
    expect(probe.heard).toEqual([]);
  });

  it('An automation ends when a person accepts', async () => {
    const { office } = await officeWithQueues();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    await office.writes(number, 'Agora com gente');
    expect(await office.said(ticketId)).toEqual(['Eco: Oi']);
    expect((await office.show(ticketId)).isAutomaticService).toBe(false);
  });

  it('An automation that is still deciding when a person accepts does not get the conversation', async () => {
    const { office } = await officeWithQueues();
    const { admin } = office.desk;
    const number = office.desk.number();
    probe.beforeAnswer = async () => {
      probe.beforeAnswer = undefined;
      const { body } = await admin.get<{ tickets: { id: number }[] }>('/tickets?status=pending&showAll=true');
      await admin.put(`/tickets/${body.tickets[0]?.id}`, { status: 'open' });
    };
    const { ticketId } = await office.writes(number, 'Oi');
    expect(await office.show(ticketId)).toMatchObject({ status: 'open', userId: admin.id, isAutomaticService: false });
    await office.writes(number, 'Tudo bem?');
    expect(await office.said(ticketId)).toEqual([]);
  });

  it('An automation of a queue starts when the menu’s choice leads there, with the answer as its first message', async () => {
    const { office, sales } = await officeWithQueues();
    probe.queue = 'Comercial';
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    expect(await office.said(ticketId)).toEqual([menu]);
    await office.writes(number, '1');
    expect(await office.said(ticketId)).toEqual([menu, 'Eco: 1']);
    expect(await office.show(ticketId)).toMatchObject({ queueId: sales, isAutomaticService: true });
    expect(await office.log(ticketId)).toEqual(['create', 'chatBot', 'queue', 'chatBot']);
  });

  it('An automation of a queue starts when undecided conversations are redirected there, with the customer’s last message', async () => {
    const { office, support } = await officeWithQueues();
    await office.connection(sql`time_send_queue = 5, send_id_queue = ${support}`);
    probe.queue = 'Suporte';
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Minha dúvida');
    await office.scope.sql.run(sql`update tickets.automatic set redirect_at = now() - interval '1 minute'`);
    await sweepConversations(office.scope);
    expect(await office.said(ticketId)).toEqual([menu, 'Eco: Minha dúvida']);
  });

  it('An automation of the only queue starts with the conversation', async () => {
    const { office, sales } = await officeWithQueues();
    await office.desk.routeTo(sales);
    probe.queue = 'Comercial';
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    expect(await office.said(ticketId)).toEqual(['Eco: Oi']);
  });

  it('An automation is asked once: after declining it does not get the conversation later', async () => {
    const { office, sales } = await officeWithQueues();
    await office.desk.routeTo(sales);
    probe.queue = undefined;
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    probe.queue = 'Comercial';
    await office.writes(number, 'E agora?');
    expect(await office.said(ticketId)).toEqual(['Olá!']);
  });

  it('An automation is not asked out of hours, when the out-of-hours message is sent', async () => {
    const { office } = await officeWithQueues({ scheduleType: 'connection' });
    await office.connection(sql`schedules = ${never}::jsonb, out_of_hours_message = 'Fechado.'`);
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    expect(await office.said(ticketId)).toEqual(['Fechado.']);
  });

  it('An automation that fails is ended, so that the conversation waits for people', async () => {
    const { office } = await officeWithQueues();
    probe.failsOn = 'pedra';
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, 'pedra');
    expect(await office.show(ticketId)).toMatchObject({ status: 'pending', isAutomaticService: false });
    await office.writes(number, 'Oi?');
    expect(await office.said(ticketId)).toEqual(['Eco: Oi']);
  });

  it('An automation that never returns is ended too, before the platform gives up the message', async () => {
    const { office } = await officeWithQueues();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    probe.neverReturns = true;
    try {
      const { messageId } = await office.desk.arrives(number, 'E então?');
      expect(await handOver(office.scope, ticketId, messageId, 'parrot', 100)).toBe(true);
    } finally {
      probe.neverReturns = false;
    }
    expect(await office.show(ticketId)).toMatchObject({ status: 'pending', isAutomaticService: false });
  });

  it('An automation whose plugin is switched off leaves the customer to the menu', async () => {
    const { office } = await officeWithQueues();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.desk.company.disable('plugin:test-automation');
    await office.writes(number, 'Oi?');
    expect(await office.said(ticketId)).toEqual(['Eco: Oi', menu]);
  });
});

describe('The service for plugins', () => {
  it('The method setAutomaticService gives an open conversation to an automation, and ends it', async () => {
    const { office } = await officeWithQueues();
    probe.queue = undefined;
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    expect(await service(office).setAutomaticService(ticketId, true, 'parrot')).toBe(true);
    expect(await office.show(ticketId)).toMatchObject({ status: 'open', isAutomaticService: true });
    await office.writes(number, 'Fala comigo');
    expect(await service(office).setAutomaticService(ticketId, false)).toBe(false);
    await office.writes(number, 'Ainda aí?');
    expect((await office.said(ticketId)).slice(1)).toEqual(['Eco: Fala comigo']);
  });

  it('The method setAutomaticService without a name offers the conversation, and refuses unknown ones', async () => {
    const { office } = await officeWithQueues();
    probe.queue = undefined;
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    await service(office).setAutomaticService(ticketId, false);
    probe.queue = '';
    expect(await service(office).setAutomaticService(ticketId, true)).toBe(true);
    await expect(service(office).setAutomaticService(ticketId, true, 'nobody')).rejects.toMatchObject({
      code: 'ERR_NO_AUTOMATION_FOUND',
    });
    await expect(service(office).setAutomaticService(2_000_000_000, true)).rejects.toMatchObject({
      code: 'ERR_NO_TICKET_FOUND',
    });
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    await expect(service(office).setAutomaticService(ticketId, true)).rejects.toMatchObject({
      code: 'ERR_TICKET_CLOSED',
    });
  });

  it('The method route moves a conversation to a queue or a person, and ends automatic service', async () => {
    const { office, sales } = await officeWithQueues();
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    await service(office).route(ticketId, { queueId: sales });
    expect(await office.show(ticketId)).toMatchObject({ status: 'pending', queueId: sales, isAutomaticService: false });
    const ana = await office.desk.attendant('Ana', [sales]);
    await service(office).route(ticketId, { userId: ana.id });
    expect(await office.show(ticketId)).toMatchObject({ status: 'open', queueId: sales, userId: ana.id });
    expect(await office.log(ticketId)).toEqual(['create', 'chatBot', 'redirect', 'redirect']);
    await expect(service(office).route(ticketId, { queueId: 2_000_000_000 })).rejects.toMatchObject({
      code: 'ERR_NO_QUEUE_FOUND',
    });
    await expect(service(office).route(ticketId, { userId: 2_000_000_000 })).rejects.toMatchObject({
      code: 'ERR_NO_USER_FOUND',
    });
    const stranger = await officeWithQueues();
    await expect(service(stranger.office).route(ticketId, { queueId: stranger.sales })).rejects.toMatchObject({
      code: 'ERR_NO_TICKET_FOUND',
    });
  });
});

describe('Messages of an automation while it has the conversation', () => {
  it('A message of an automation is never sent after a person accepted, however close the two come, 1,000 times', async () => {
    probe.queue = undefined;
    const { office } = await officeWithQueues();
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await office.desk.arrives(office.desk.number(), 'Oi')).ticketId),
    );
    let said = 0;
    const talk = async (ticketId: number, round: number, heard: (part: number) => void): Promise<void> => {
      for (let part = 0; ; part += 1) {
        heard(part);
        const clientId = `vez:${round}:${part}`;
        await service(office).send(ticketId, { body: clientId, clientId, while: 'parrot' });
        said += 1;
      }
    };
    await Promise.all(
      ids.map(async (ticketId) => {
        for (let round = 1; round <= 50; round += 1) {
          await office.scope.sql.run(
            sql`update tickets.ticket set status = 'pending', user_id = null, automatic_by = 'parrot' where id = ${ticketId}`,
          );
          // Accepted at once, or while the second or third message is being stored.
          const begun = Promise.withResolvers<void>();
          const [accepted] = await Promise.all([
            begun.promise.then(() => office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' })),
            expect(talk(ticketId, round, (part) => part === round % 3 && begun.resolve())).rejects.toMatchObject({
              status: 409,
              code: 'ERR_NOT_AUTOMATIC',
            }),
          ]);
          expect(accepted.status).toBe(200);
        }
      }),
    );
    const late = await office.scope.sql.one<{ rounds: number; late: number }>(sql`
      with accepted as (
        select l.ticket_id, l.created_at, row_number() over (partition by l.ticket_id order by l.id) as round
          from tickets.log l where l.type = 'open' and l.ticket_id = any(${ids}::int[]))
      select (select count(*)::int from accepted) as rounds,
             (select count(*)::int from tickets.message m join accepted a on a.ticket_id = m.ticket_id
               where m.client_id like 'vez:%' and split_part(m.client_id, ':', 2)::int = a.round and m.sent_at > a.created_at) as late`);
    expect(late).toEqual({ rounds: 1000, late: 0 });
    expect(said).toBeGreaterThanOrEqual(20 * 49);
  }, 180_000);

  it('An automation sends options to tap, and learns which one was tapped', async () => {
    const { office } = await officeWithQueues();
    probe.asked.length = 0;
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    expect(probe.asked).toEqual(['Oi']);
    const options = [
      { id: 'sim', title: 'Confirmo' },
      { id: 'nao', title: 'Não vou' },
    ];
    const menu = { text: 'Você vem?', options };
    const asked = await service(office).send(ticketId, { body: '', menu, while: 'parrot' });
    expect(asked.body).toBe('Você vem?\n\n1 - Confirmo\n2 - Não vou');
    const kept = await office.scope.sql.one(sql`select menu from tickets.message where id = ${asked.id}`);
    expect(kept).toEqual({ menu });
    const { messageId } = await office.writes(number, 'Não vou', { choice: 'nao' });
    expect(probe.heard.at(-1)).toMatchObject({ body: 'Não vou', choice: 'nao' });
    expect(await service(office).message(messageId)).toMatchObject({ body: 'Não vou', choice: 'nao' });
    await expect(
      service(office).send(ticketId, { body: '', menu: { text: 'Duas vezes', options: [options[0]!, options[0]!] } }),
    ).rejects.toMatchObject({ status: 400, code: 'ERR_VALIDATION' });
    await expect(service(office).send(ticketId, { body: 'de outra', while: 'somebody-else' })).rejects.toMatchObject({
      status: 409,
      code: 'ERR_NOT_AUTOMATIC',
    });
  });
});

import { sql } from '@balcao/sdk/server';
import type { Person, TestCompany, TestHost } from '@balcao/testing';
import type { ChatView } from '../contract.ts';
import { formOf, makeChat, say } from './office.ts';

/** A company whose people write to each other: Marina uses the screen, the others the API. */
export interface LawOffice {
  company: TestCompany;
  paulo: Person;
  marina: Person;
  renata: Person;
  group: ChatView;
  channel: ChatView;
  direct: ChatView;
  /** The shared conversation with a customer. */
  ticketUuid: string;
}

/** Shares a conversation that Marina attends in her direct chat, and in the group one that was deleted. Returns the first. */
const shareTickets = async ({
  company,
  paulo,
  marina,
  direct,
  group,
}: Omit<LawOffice, 'ticketUuid'>): Promise<string> => {
  const queue = (await paulo.post<{ id: number }>('/queue', { name: 'Previdenciário', color: '#3f7ad0' })).body.id;
  const line = await company.scope('tickets').sql.one<{ id: number }>(sql`
    insert into connections.connection (name, channel, status) values ('Recepção', 'whatsapp', 'CONNECTED') returning id`);
  const contact = await paulo.post<{ id: number }>('/contacts', {
    name: 'Maria Aparecida dos Santos Oliveira',
    number: '5511987124417',
  });
  const ticket = await company.scope('tickets').sql.one<{ id: number; uuid: string }>(sql`
    insert into tickets.ticket (status, contact_id, whatsapp_id, channel, queue_id, user_id, last_message)
    values ('open', ${contact.body.id}, ${line?.id ?? 0}, 'whatsapp', ${queue}, ${marina.id}, 'Chegou a carta do INSS, é boa?')
    returning id, uuid`);
  await say(paulo, direct.id, 'Abri o ticket da dona Maria, falta só assinar:', { ticketId: ticket?.id ?? 0 });
  const hidden = await company.scope('tickets').sql.one<{ id: number }>(sql`
    insert into tickets.ticket (status, contact_id, whatsapp_id, channel, queue_id, user_id, last_message)
    values ('closed', ${contact.body.id}, ${line?.id ?? 0}, 'whatsapp', ${queue}, ${paulo.id}, 'Segredo') returning id`);
  await say(paulo, group.id, 'Este ficou comigo:', { ticketId: hidden?.id ?? 0 });
  await company.scope('tickets').sql.run(sql`delete from tickets.ticket where id = ${hidden?.id ?? 0}`);
  return ticket?.uuid ?? '';
};

export const openLawOffice = async (host: TestHost): Promise<LawOffice> => {
  const company = await host.company({ name: 'Prado & Menezes Advocacia', settings: { internalChat: true } });
  const paulo = company.admin;
  await paulo.put(`/users/${paulo.id}`, { name: 'Paulo Menezes' });
  const marina = await company.person('gestor', 'Marina Alves');
  const renata = await company.person('user', 'Renata Lima');
  const tiago = await company.person('user', 'Tiago Nunes da Silveira Albuquerque');
  const group = await makeChat(paulo, [marina, renata, tiago], { title: 'Previdenciário' });
  const channel = await makeChat(paulo, [marina, renata, tiago], { title: 'Avisos do escritório', isChannel: true });
  const direct = await makeChat(paulo, [marina], { isDirect: true });
  await say(
    paulo,
    channel.id,
    '*Plantão do feriado de sexta, dia 20*\nFórum fechado, prazos prorrogados para segunda.',
  );
  await say(tiago, group.id, 'Alguém já tem o número do processo novo da dona Luzia? Preciso protocolar hoje.');
  const first = await say(renata, group.id, 'Saiu o CNIS da dona Maria. O vínculo de 94 a 2001 aparece!');
  await say(tiago, group.id, `@[${marina.id}] consegue ver a procuração?`, { quotedMessageId: first.id });
  const form = formOf({ body: '' }, [
    { name: 'CNIS-Maria-Aparecida.txt', type: 'text/plain', content: 'vínculos'.repeat(900) },
  ]);
  await renata.post(`/chats/${group.id}/messages`, form);
  await say(paulo, direct.id, 'Marina, saiu a decisão. Você já falou com ela?');
  const made = { company, paulo, marina, renata, group, channel, direct };
  return { ...made, ticketUuid: await shareTickets(made) };
};

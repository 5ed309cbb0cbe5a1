import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import { ticketRoom, type MessageView } from '../../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from '../attendance.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const inboxOf = (desk: Attendance) => desk.company.scope('tickets').use(channelInbox);
const from = (value: string) => ({ channel: 'test', scope: '', kind: 'phone' as const, value });
const ticket = async (desk: Attendance, id: number) => (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;
const only = async (desk: Attendance, ticketId: number): Promise<MessageView> => {
  const [message, ...more] = await desk.messages(ticketId);
  if (!message || more.length > 0) throw new Error('there is not one message');
  return message;
};

describe('A reaction of a customer', () => {
  const reacted = async (desk: Attendance, body = 'Chega amanhã') => {
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'oi');
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    const { body: ours } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body });
    const externalId = `out-${desk.connectionId}-${ours.id}`;
    await eventually(async () => ((await desk.messages(ticketId)).at(-1)?.ack ?? 0) >= 1);
    const react = (emoji: string, more: { at?: Date; fromMe?: boolean; name?: string } = {}) =>
      inboxOf(desk).reaction(desk.connectionId, externalId, { emoji, from: from(number), ...more });
    const shown = async () => (await desk.messages(ticketId)).at(-1)?.messageReact;
    return { number, ticketId, ticketUuid, externalId, react, shown };
  };

  it('A reaction is on the message, one per person: a second one replaces it, an empty one removes it', async () => {
    const desk = await Attendance.of(host);
    const { react, shown } = await reacted(desk);
    await react('👍');
    await react('👍');
    expect(await shown()).toEqual([{ emoji: '👍', fromMe: false, name: null }]);
    await react('❤️');
    expect(await shown()).toEqual([{ emoji: '❤️', fromMe: false, name: null }]);
    await react('');
    expect(await shown()).toEqual([]);
  });

  it('A reaction is the list’s last line, is not unread, keeps the position of the conversation, and is published live', async () => {
    const desk = await Attendance.of(host);
    const { react, externalId, ticketId, ticketUuid } = await reacted(desk);
    const before = await ticket(desk, ticketId);
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    await react('👍');
    const after = await ticket(desk, ticketId);
    expect(after).toMatchObject({
      lastMessage: 'Reagiu com 👍 a “Chega amanhã”',
      lastMessageType: 'reaction',
      lastMessageAck: null,
      unreadMessages: before.unreadMessages,
      updatedAt: before.updatedAt,
    });
    await live.receives(
      'message',
      ({ action, message }) => action === 'update' && (message as MessageView).messageReact[0]?.emoji === '👍',
    );
    // A later receipt does not restore the message.
    await inboxOf(desk).ack(desk.connectionId, externalId, 3);
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Reagiu com 👍 a “Chega amanhã”');
    await react('');
    expect(await ticket(desk, ticketId)).toMatchObject({
      lastMessage: 'Chega amanhã',
      lastMessageType: 'text',
      lastMessageAck: 3,
    });
  });

  it('A late reaction does not replace a newer one, also when that one was a removal', async () => {
    const desk = await Attendance.of(host);
    const { react, shown } = await reacted(desk);
    const at = Date.now();
    await react('😂', { at: new Date(at) });
    await react('👍', { at: new Date(at - 1000) });
    expect((await shown())?.map(({ emoji }) => emoji)).toEqual(['😂']);
    await react('', { at: new Date(at + 2000) });
    await react('🙏', { at: new Date(at + 1000) });
    expect(await shown()).toEqual([]);
  });

  it('Reactions in a group are listed together, with the names', async () => {
    const desk = await Attendance.of(host);
    const { externalId, react, shown } = await reacted(desk);
    await react('👍', { name: 'Bia' });
    await inboxOf(desk).reaction(desk.connectionId, externalId, {
      emoji: '🎉',
      from: from('5511922223333'),
      name: 'Caio',
    });
    expect(await shown()).toEqual([
      { emoji: '👍', fromMe: false, name: 'Bia' },
      { emoji: '🎉', fromMe: false, name: 'Caio' },
    ]);
  });

  it('A reaction on the company’s own telephone counts as the company’s', async () => {
    const desk = await Attendance.of(host);
    const { react, shown, ticketId } = await reacted(desk);
    await react('👏', { fromMe: true });
    expect(await shown()).toEqual([{ emoji: '👏', fromMe: true, name: null }]);
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Chega amanhã');
  });

  it('A reaction that arrives before its message waits for it', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    await inboxOf(desk).reaction(desk.connectionId, 'late-1', { emoji: '👀', from: from(number), fromMe: true });
    const { ticketId } = await desk.arrives(number, 'chegou depois', { externalId: 'late-1' });
    expect((await only(desk, ticketId)).messageReact).toEqual([{ emoji: '👀', fromMe: true, name: null }]);
  });

  it('A reaction that arrives before the provider’s answer for our own message waits for it', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const last = (await desk.messages(ticketId)).at(-1)!;
    for (const id of [last.id + 1, last.id + 2])
      await inboxOf(desk).reaction(desk.connectionId, `out-${desk.connectionId}-${id}`, {
        emoji: '⚡',
        from: from('5511900000000'),
      });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'ultrapassada' });
    await eventually(async () => (await desk.messages(ticketId)).at(-1)?.messageReact[0]?.emoji === '⚡');
  });

  it('A reaction to an unknown message leaves nothing behind, at another company’s either', async () => {
    const desk = await Attendance.of(host);
    const other = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'minha', { externalId: 'shared-id' });
    await inboxOf(other).reaction(desk.connectionId, 'shared-id', { emoji: '💣', from: from(number) });
    await inboxOf(other).edited(desk.connectionId, 'shared-id', { body: 'x', editedAt: new Date() });
    await inboxOf(other).deleted(desk.connectionId, 'shared-id');
    expect(await only(desk, ticketId)).toMatchObject({ body: 'minha', messageReact: [], isDeleted: false });
  });
});

describe('An edit by a customer', () => {
  const arrived = async (desk: Attendance, more: Partial<InboundMessage> = {}) => {
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'as 9h', { externalId: 'edit-me', ...more });
    const edit = (body: string, editedAt: Date) =>
      inboxOf(desk).edited(desk.connectionId, 'edit-me', { body, editedAt });
    return { number, ticketId, edit };
  };

  it('An edit changes the message and the list’s line, with its time, and an older one is ignored', async () => {
    const desk = await Attendance.of(host);
    const { ticketId, edit } = await arrived(desk);
    const at = new Date();
    await edit('às 10h', at);
    await edit('às 9h30', new Date(at.getTime() - 1000));
    await edit('às 10h', at);
    expect(await only(desk, ticketId)).toMatchObject({ body: 'às 10h', editedAt: at.toISOString() });
    expect(await ticket(desk, ticketId)).toMatchObject({
      lastMessage: 'às 10h',
      lastMessageAck: null,
      unreadMessages: 1,
    });
  });

  it('An edit of a message that is not the last leaves the list’s line alone', async () => {
    const desk = await Attendance.of(host);
    const { number, ticketId, edit } = await arrived(desk);
    await desk.arrives(number, 'a última');
    await edit('às 11h', new Date());
    expect((await ticket(desk, ticketId)).lastMessage).toBe('a última');
  });

  it('An edit that arrives before its message is applied to it, in the list too', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const at = new Date();
    await inboxOf(desk).edited(desk.connectionId, 'early-edit', { body: 'certo', editedAt: at });
    await inboxOf(desk).edited(desk.connectionId, 'early-edit', {
      body: 'errado',
      editedAt: new Date(at.getTime() - 500),
    });
    const { ticketId } = await desk.arrives(number, 'cetro', { externalId: 'early-edit' });
    expect(await only(desk, ticketId)).toMatchObject({ body: 'certo', editedAt: at.toISOString() });
    expect((await ticket(desk, ticketId)).lastMessage).toBe('certo');
  });
});

describe('A deletion by the customer', () => {
  const secret = 'minha senha é 1234';

  it('A deletion marks the message; its text, file and quotes go to no browser any more, and stay in the database', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const media = {
      type: 'image' as const,
      path: `${desk.company.id}/2026/11/abcdefghijklmnopqrsu.png`,
      name: 'rg.png',
      mime: 'image/png',
      size: 900,
    };
    const { ticketId, ticketUuid } = await desk.arrives(number, secret, { externalId: 'gone', media });
    await desk.arrives(number, 'ignora', { quotedExternalId: 'gone' });
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    await inboxOf(desk).deleted(desk.connectionId, 'gone');
    await inboxOf(desk).deleted(desk.connectionId, 'gone');
    const { body } = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`);
    expect(body.messages[0]).toMatchObject({
      isDeleted: true,
      body: '',
      mediaUrl: null,
      mediaType: null,
      mediaName: null,
    });
    expect(body.messages[1]?.quotedMsg).toMatchObject({ body: '', mediaType: null });
    expect(JSON.stringify(body)).not.toMatch(/1234|rg\.png/);
    const heard = await live.receives('message', ({ action }) => action === 'update');
    expect(JSON.stringify(heard.data)).not.toMatch(/1234|rg\.png/);
    const found = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}?searchParam=senha`);
    expect(found.body.messages).toEqual([]);
    const kept = await host.kernel.database.owner.query(
      `select body, media_path from tickets.message where external_id = 'gone'`,
    );
    expect(kept.rows).toEqual([{ body: secret, media_path: media.path }]);
  });

  it('A deletion of the last message is shown in the list, and removes a reaction shown there', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, secret, { externalId: 'gone-2' });
    await inboxOf(desk).reaction(desk.connectionId, 'gone-2', { emoji: '🙈', from: from(number), name: 'Bia' });
    expect((await ticket(desk, ticketId)).lastMessage).toContain('1234');
    await inboxOf(desk).deleted(desk.connectionId, 'gone-2');
    expect(await ticket(desk, ticketId)).toMatchObject({ lastMessage: 'Mensagem apagada', lastMessageType: 'deleted' });
    await inboxOf(desk).edited(desk.connectionId, 'gone-2', { body: 'de novo 1234', editedAt: new Date() });
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Mensagem apagada');
  });

  it('After a deletion that arrives before its message, the message is stored as deleted', async () => {
    const desk = await Attendance.of(host);
    await inboxOf(desk).deleted(desk.connectionId, 'never-seen');
    const { ticketId } = await desk.arrives(desk.number(), secret, { externalId: 'never-seen' });
    expect(await only(desk, ticketId)).toMatchObject({ isDeleted: true, body: '' });
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Mensagem apagada');
  });
});

it('Reactions, edits and deletions that arrive with their messages at once, twice and in any order lead to the same state', async () => {
  const desk = await Attendance.of(host);
  const number = desk.number();
  const at = Date.now();
  const steps = Array.from({ length: 20 }, (_, index) => {
    const externalId = `mix-${index}`;
    const inbox = inboxOf(desk);
    return [
      () => desk.arrives(number, `original ${index}`, { externalId, sentAt: new Date(at + index * 1000) }),
      () => inbox.edited(desk.connectionId, externalId, { body: `editada ${index}`, editedAt: new Date(at + 60_000) }),
      () => inbox.reaction(desk.connectionId, externalId, { emoji: '👍', from: from(number), at: new Date(at) }),
      ...(index % 2 === 0 ? [() => inbox.deleted(desk.connectionId, externalId)] : []),
    ];
  }).flat();
  const shuffled = [...steps, ...steps].sort(() => Math.random() - 0.5);
  const [first] = await Promise.all([
    desk.arrives(number, 'começo', { sentAt: new Date(at - 1000) }),
    ...shuffled.map((step) => step()),
  ]);
  const messages = (await desk.messages(first.ticketId)).slice(1);
  expect(messages).toHaveLength(20);
  for (const [index, message] of messages.entries()) {
    if (index % 2 === 0) expect(message).toMatchObject({ isDeleted: true, body: '' });
    else expect(message).toMatchObject({ body: `editada ${index}`, messageReact: [{ emoji: '👍' }] });
  }
  const left = await host.kernel.database.owner.query(
    'select count(*)::int as left from tickets.early_change where company_id = $1',
    [desk.company.id],
  );
  expect(left.rows).toEqual([{ left: 0 }]);
});

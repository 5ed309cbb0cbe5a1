import { forbidden, invalid, notFound, sql, z } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { chatRoom, personRoom, type ChatView } from '../../contract.ts';
import { id, memberIds, noChat, ownChat, ownedChat, text, type SignedIn } from '../access.ts';
import { publish, publishTo } from '../live.ts';
import { noticeTag } from '../notices.ts';
import { readChat } from './chat-view.ts';
import { addLine } from './system-line.ts';

/** People as ids or as objects, as JSON or as the text of a form field. */
export const people = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  },
  z.array(z.union([id, z.object({ id }).transform((person) => person.id)])).max(1000, 'Too Long!'),
);
const flag = z.union([z.boolean(), z.stringbool()]);
const title = text(120).transform((value) => value.trim());

export const newChat = z.object({
  users: people.default([]),
  title: title.default(''),
  isChannel: flag.default(false),
  /** A direct chat with one person, which has no title and exists once. */
  isDirect: flag.default(false),
});
export const changedChat = z.object({
  /** All people, as clients of the specified call send them. */
  users: people.optional(),
  /** People who join and who are removed; all others stay as they are. */
  add: people.optional(),
  remove: people.optional(),
  title: title.optional(),
  /** New people also see what was written before. */
  sharesPast: flag.default(false),
});

const refuseVisitor = (scope: SignedIn): void => {
  if (scope.user.impersonating) throw forbidden();
};

const known = async (scope: SignedIn, ids: readonly number[]): Promise<{ id: number; name: string }[]> => {
  const rows = await scope.sql.rows<{ id: number; name: string }>(
    sql`select id, name from kernel."user" where id = any(${[...new Set(ids)]}::int[]) order by name, id`,
  );
  if (rows.length < new Set(ids).size) throw notFound('ERR_NO_USER_FOUND');
  return rows;
};

const shown = async (scope: SignedIn, chatId: number): Promise<ChatView> => {
  const chat = await readChat(scope, sql`c.id = ${chatId}`);
  if (!chat) throw noChat();
  return chat;
};

const addMembers = (scope: SignedIn, chatId: number, ids: readonly number[], sharesPast: boolean): Promise<unknown> =>
  scope.sql.run(sql`
    insert into internal_chat.member as m (chat_id, user_id, joined_seq, since_seq, read_seq)
    select c.id, u, case when ${sharesPast} then 0 else c.seq end, c.seq, c.seq
      from internal_chat.chat c, unnest(${ids}::int[]) u where c.id = ${chatId}
    on conflict (company_id, chat_id, user_id) do update
      set left_at = null, joined_at = clock_timestamp(), joined_seq = excluded.joined_seq, since_seq = excluded.since_seq,
          read_seq = excluded.read_seq
      where m.left_at is not null`);

/** Opens the chat of two people, which is made once. */
const direct = async (scope: SignedIn, userId: number): Promise<ChatView> => {
  if (userId === scope.user.id) throw invalid({ users: 'ERR_INVALID_VALUE' });
  await known(scope, [userId]);
  const key = [scope.user.id, userId].toSorted((one, other) => one - other).join(':');
  return scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const made = await own.sql.one<{ id: number }>(sql`
      insert into internal_chat.chat (direct_key, owner_id) values (${key}, ${scope.user.id})
      on conflict (company_id, direct_key) do nothing returning id`);
    const chatId =
      made?.id ??
      (await own.sql.one<{ id: number }>(sql`select id from internal_chat.chat where direct_key = ${key}`))?.id ??
      0;
    if (made) {
      await addMembers(own, chatId, [scope.user.id, userId], true);
      await publish(own, chatId, 'chat', { chatId });
    }
    return shown(own, chatId);
  });
};

export const createChat = async (scope: SignedIn, chat: z.output<typeof newChat>): Promise<ChatView> => {
  refuseVisitor(scope);
  const others = [...new Set(chat.users)].filter((userId) => userId !== scope.user.id);
  const [first] = others;
  if (chat.isDirect) {
    if (first === undefined || others.length > 1) throw invalid({ users: 'ERR_CHAT_NO_USERS' });
    return direct(scope, first);
  }
  if (chat.title === '') throw invalid({ title: 'ERR_CHAT_NO_TITLE' });
  if (first === undefined) throw invalid({ users: 'ERR_CHAT_NO_USERS' });
  await known(scope, others);
  return scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const made = await own.sql.one<{ id: number }>(sql`
      insert into internal_chat.chat (title, is_channel, owner_id) values (${chat.title}, ${chat.isChannel}, ${scope.user.id})
      returning id`);
    const chatId = made?.id ?? 0;
    await addMembers(own, chatId, [scope.user.id, ...others], true);
    await addLine(own, chatId, { type: 'created', title: chat.title });
    await publish(own, chatId, 'chat', { chatId });
    return shown(own, chatId);
  });
};

/** Takes people out of a chat: from this transaction on they receive nothing of it. */
export const removeMembers = async (scope: SignedIn, chatId: number, ids: readonly number[]): Promise<void> => {
  await scope.sql.run(sql`
    update internal_chat.member set left_at = clock_timestamp()
     where chat_id = ${chatId} and user_id = any(${ids}::int[]) and left_at is null`);
  scope.rooms.recheck(chatRoom, { chatId });
  await scope.find(notifications)?.withdraw(ids, noticeTag(chatId));
  for (const userId of ids) scope.rooms.emit(personRoom, { userId }, 'gone', { chatId });
};

const changePeople = async (
  scope: SignedIn,
  chatId: number,
  { users, add = [], remove = [], sharesPast }: z.output<typeof changedChat>,
): Promise<void> => {
  const before = (await memberIds(scope, chatId)).filter((userId) => userId !== scope.user.id);
  const wanted = users ?? [...before.filter((userId) => !remove.includes(userId)), ...add];
  const others = [...new Set(wanted)].filter((userId) => userId !== scope.user.id);
  if (others.length === 0) throw invalid({ users: 'ERR_CHAT_NO_USERS' });
  await known(scope, others);
  const added = others.filter((userId) => !before.includes(userId));
  const removed = before.filter((userId) => !others.includes(userId));
  const lines = [
    { type: 'added', ids: added },
    { type: 'removed', ids: removed },
  ] as const;
  for (const { type, ids } of lines) {
    if (ids.length === 0) continue;
    // Those who are removed do not read the line about it; those who are added do.
    if (type === 'added') {
      await addMembers(scope, chatId, ids, sharesPast);
      // A page of the person that still shows the chat joins its room again.
      for (const userId of ids) scope.rooms.recheckPerson(userId);
    } else await removeMembers(scope, chatId, ids);
    const names = (await known(scope, ids)).map(({ name }) => name);
    const message = await addLine(scope, chatId, { type, names });
    if (message) await publish(scope, chatId, 'message', { message });
  }
};

export const changeChat = (scope: SignedIn, chatId: number, change: z.output<typeof changedChat>): Promise<ChatView> =>
  scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const chat = await ownedChat(own, chatId, true);
    if (change.title === '') throw invalid({ title: 'ERR_CHAT_NO_TITLE' });
    if (change.title !== undefined && change.title !== chat.title) {
      await own.sql.run(sql`update internal_chat.chat set title = ${change.title} where id = ${chatId}`);
      const message = await addLine(own, chatId, { type: 'renamed', title: change.title });
      if (message) await publish(own, chatId, 'message', { message });
    }
    if (change.users || change.add?.length || change.remove?.length) await changePeople(own, chatId, change);
    await publish(own, chatId, 'chat', { chatId });
    return shown(own, chatId);
  });

/** The person of the scope leaves; an owner hands the chat to the member who joined first. */
export const leaveChat = (scope: SignedIn, chatId: number): Promise<void> =>
  scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const { id: userId, name } = scope.user;
    const { isDirect, ownerId } = await ownChat(own, chatId, true);
    if (isDirect) throw forbidden('ERR_CHAT_IS_DIRECT');
    await removeMembers(own, chatId, [userId]);
    if (ownerId === userId)
      await own.sql.run(sql`
        update internal_chat.chat set owner_id = (select m.user_id from internal_chat.member m
            where m.chat_id = ${chatId} and m.left_at is null order by m.joined_at, m.user_id limit 1)
         where id = ${chatId}`);
    const message = await addLine(own, chatId, { type: 'left', names: [name] });
    const rest = await memberIds(own, chatId);
    if (message) publishTo(own, chatId, rest, 'message', { message });
    publishTo(own, chatId, rest, 'chat', { chatId });
  });

import { inject } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { ChatMessageView, ChatView } from '../contract.ts';
import { plugins } from './plugins.ts';

export interface Failure {
  error: string;
  fields?: Record<string, string>;
}

export const startOffice = (): Promise<TestHost> =>
  startTestHost({ databaseUrl: inject('databaseUrl'), importLimitMs: 60_000, plugins });

export const companyOf = (host: TestHost): Promise<TestCompany> => host.company({ settings: { internalChat: true } });

/** Makes a group or a channel. */
export const makeChat = async (owner: Person, users: readonly Person[], more: object = {}): Promise<ChatView> => {
  const { status, body } = await owner.post<ChatView>('/chats', {
    title: 'Previdenciário',
    users: users.map(({ id }) => id),
    ...more,
  });
  if (status !== 200) throw new Error(`chat answered ${status} ${JSON.stringify(body)}`);
  return body;
};

export const say = async (
  person: Person,
  chatId: number,
  message: string,
  more: object = {},
): Promise<ChatMessageView> => {
  const { status, body } = await person.post<ChatMessageView>(`/chats/${chatId}/messages`, { message, ...more });
  if (status !== 200) throw new Error(`message answered ${status} ${JSON.stringify(body)}`);
  return body;
};

export const chatOf = async (person: Person, chatId: number): Promise<ChatView> =>
  (await person.get<ChatView>(`/chats/${chatId}`)).body;
export const unreadOf = async (person: Person, chatId: number): Promise<number> =>
  (await chatOf(person, chatId)).unreads;
export const messagesOf = async (person: Person, chatId: number, query = ''): Promise<ChatMessageView[]> =>
  (await person.get<{ records: ChatMessageView[] }>(`/chats/${chatId}/messages${query}`)).body.records;

/** A form with files, as browsers send it. */
export const formOf = (
  fields: Record<string, string>,
  files: readonly { name: string; type: string; content: string }[],
): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, type, content } of files) form.append('medias', new File([content], name, { type }));
  return form;
};

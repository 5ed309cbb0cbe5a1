import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import type { ChatMessageView } from '../contract.ts';
import { companyOf, formOf, makeChat, messagesOf, startOffice } from './office.ts';

let host: TestHost;
let child: ChildProcess | undefined;

beforeAll(async () => {
  host = await startOffice();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await host.close();
});

interface Sent {
  clientId: string;
  /** The response of the node; undefined: it was killed before. */
  answer: ChatMessageView | undefined;
}

const bodyOf = (clientId: string, at: number): BodyInit =>
  at % 4 === 3
    ? formOf({ body: clientId, clientId }, [{ name: `${clientId}.txt`, type: 'text/plain', content: clientId }])
    : JSON.stringify({ message: clientId, clientId });

const post = async (url: string, { token }: Person, chatId: number, body: BodyInit): Promise<ChatMessageView> => {
  const response = await fetch(`${url}/api/chats/${chatId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  });
  if (!response.ok) throw new Error(`message answered ${response.status}`);
  return (await response.json()) as ChatMessageView;
};

const allMessages = async (person: Person, chatId: number): Promise<ChatMessageView[]> => {
  const all: ChatMessageView[] = [];
  for (;;) {
    const page = await messagesOf(person, chatId, `?afterSeq=${all.at(-1)?.seq ?? 0}`);
    if (page.length === 0) return all;
    all.push(...page);
  }
};

it('A server killed while people write has lost no message that it confirmed, and a repeat from the browser is stored once', async () => {
  const company = await companyOf(host);
  const writers = [company.admin];
  for (const name of ['Marina Alves', 'Renata Lima', 'Tiago Nunes', 'Carla Prado'])
    writers.push(await company.person('user', name));
  const chat = await makeChat(company.admin, writers.slice(1), { title: 'Plantão' });
  child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];

  const sent = new Map<Person, Sent[]>();
  let confirmed = 0;
  const ended = once(child, 'exit');
  /** Each writes one message after another, as the browser sends them, until the server is gone. */
  const write = async (person: Person): Promise<void> => {
    const own: Sent[] = [];
    sent.set(person, own);
    for (let at = 0; ; at += 1) {
      const message: Sent = { clientId: `${person.id}-${at}`, answer: undefined };
      own.push(message);
      try {
        message.answer = await post(url, person, chat.id, bodyOf(message.clientId, at));
      } catch {
        return;
      }
      confirmed += 1;
      if (confirmed === 60) child?.kill('SIGKILL');
    }
  };
  await Promise.all(writers.map(write));
  await ended;

  // Browsers repeat what was not confirmed, against a server that runs, and write on.
  for (const [person, own] of sent) {
    for (const message of own.filter(({ answer }) => !answer)) {
      const body = () => bodyOf(message.clientId, own.indexOf(message));
      const [first, again] = await Promise.all([
        post(host.url, person, chat.id, body()),
        post(host.url, person, chat.id, body()),
      ]);
      expect(again.id).toBe(first.id);
      message.answer = first;
    }
  }
  const stored = await allMessages(company.admin, chat.id);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_message, at) => at + 1));
  for (const [person, own] of sent) {
    const theirs = stored.filter(({ senderId, system }) => senderId === person.id && !system);
    expect(theirs.map(({ id, clientId, message }) => [id, clientId, message])).toEqual(
      own.map(({ answer, clientId }) => [answer?.id, clientId, clientId]),
    );
  }
  const files = stored.filter(({ mediaUrl }) => mediaUrl !== null);
  expect(files.length).toBeGreaterThan(0);
  for (const { mediaUrl, message } of files) {
    const file = await fetch(`${host.url}${mediaUrl}?t=${encodeURIComponent(company.admin.mediaToken)}`);
    expect(await file.text()).toBe(message);
  }
});

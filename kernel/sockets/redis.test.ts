import { once } from 'node:events';
import { Person, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { createClient } from 'redis';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { redisProgram, startRedis, type Redis } from '../../scripts/test/servers/redis.ts';
import { bookRoom } from '../test/fixtures/shelf/contract.ts';
import { eventually, fixture } from '../test/stage.ts';

const plugins = ['shelf', 'reader'].map(fixture);

// Where the program is not installed there is nothing to try: `apt install redis-server`.
describe.skipIf(!redisProgram())('two nodes that hear one another over a real Redis', () => {
  let redis: Redis;
  let here: TestHost;
  let there: TestHost;
  let stranger: TestHost;
  let company: TestCompany;
  let book: number;
  const said: string[] = [];
  const hosts = (): TestHost[] => [here, there, stranger].filter(Boolean);
  const settings = { shelfEnabled: true, 'plugin:reader': true };

  beforeAll(async () => {
    redis = await startRedis();
    const options = { databaseUrl: inject('databaseUrl'), plugins, env: { REDIS_URL: redis.url } };
    const log = (line: string): void => void said.push(line);
    here = await startTestHost({ ...options, log });
    there = await startTestHost({ ...options, log, sameDatabaseAs: here });
    stranger = await startTestHost(options);
    company = await here.company({ settings });
    book = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'start' })).body.id;
    await eventually(async () => (await at(there).get('/auth/me')).status === 200);
  });
  afterAll(async () => {
    // The second node uses what the first one threw away at its end.
    for (const host of hosts().toReversed()) await host.close();
    await redis?.stop();
  });

  const at = ({ url }: TestHost): Person => {
    const { id, email, password, token } = company.admin;
    return new Person(url, { id, email, password, token });
  };
  /** A page that shows the book, and the titles it was told of. */
  interface Page {
    socket: Socket;
    titles: string[];
  }
  const pageAt = async (host: { url: string }, { token } = company.admin): Promise<Page> => {
    const socket = io(host.url, { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } });
    const titles: string[] = [];
    socket.on('room', ({ event, data }: { event: string; data: { title: string } }) => {
      if (event === 'title') titles.push(data.title);
    });
    const answer: unknown = await socket
      .timeout(5_000)
      .emitWithAck('join', { room: bookRoom.id, params: { id: book } });
    if ((answer as { ok?: true }).ok) return { socket, titles };
    socket.close();
    throw new Error(JSON.stringify(answer));
  };
  const entitle = async (title: string): Promise<void> =>
    expect((await company.admin.put(`/shelf/books/${book}`, { title })).status).toBe(200);
  const hears = ({ titles }: Page, wanted: string) => eventually(() => titles.includes(wanted));
  const isCut = (page: Page): Promise<unknown> => once(page.socket as never, 'disconnect');

  test('a change at one node shows in browsers of the other, in the order in which it was made', async () => {
    const page = await pageAt(there);
    const written = Array.from({ length: 50 }, (_, index) => `title ${index}`);
    for (const title of written) await entitle(title);
    await hears(page, 'title 49');
    expect(page.titles).toEqual(written);
    page.socket.close();
  });

  test('another installation on the same Redis hears nothing of it, although its companies have the same numbers', async () => {
    const other = await stranger.company({ settings });
    expect(other.id).toBe(company.id);
    const { id } = (await other.admin.post<{ id: number }>('/shelf/books', { title: 'theirs' })).body;
    expect(id).toBe(book);
    const [ours, theirs] = [await pageAt(there), await pageAt(stranger, other.admin)];
    await entitle('a secret of ours');
    await hears(ours, 'a secret of ours');
    await other.admin.put(`/shelf/books/${id}`, { title: 'their own' });
    await hears(theirs, 'their own');
    expect(theirs.titles).toEqual(['their own']);
    ours.socket.close();
    theirs.socket.close();
  });

  test('while Redis is away people work on, and afterwards browsers that may have missed something ask anew', async () => {
    const [near, far] = [await pageAt(here), await pageAt(there)];
    const cut = Promise.all([isCut(near), isCut(far)]);
    const away = redis.restart();
    await entitle('while it is away');
    await hears(near, 'while it is away');
    await away;
    await cut;
    // Both may be cut once more, when the other node says what it could not say.
    await eventually(async () => {
      const page = await pageAt(there);
      await entitle('told again');
      await new Promise((resolve) => setTimeout(resolve, 100));
      page.socket.close();
      return page.titles.includes('told again');
    });
  });

  test('a message that a node could not publish is heard by nobody elsewhere, so browsers there ask anew', async () => {
    const far = await pageAt(there);
    let wasCut = false;
    void isCut(far).then(() => (wasCut = true));
    const operator = await createClient({ url: redis.url }).connect();
    // The connections that publish are lost, and no other: the nodes hear Redis all the time.
    await operator.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
    await entitle('into the gap');
    await eventually(() => wasCut || far.titles.includes('into the gap'));
    await operator.close();
    far.socket.close();
  });

  test('nothing of all that was a failure that nobody looked at', () => {
    expect(said.filter((line) => line.includes('nobody waited for'))).toEqual([]);
  });
});

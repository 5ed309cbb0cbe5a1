import { once } from 'node:events';
import { eventually, Person, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { createClient } from 'redis';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { redisProgram, startRedis, type Redis } from '../../scripts/test/servers/redis.ts';
import { bookRoom } from '../test/fixtures/shelf/contract.ts';
import { fixture } from '../test/kernel-fixtures.ts';

const plugins = ['shelf', 'reader'].map(fixture);

// The tests need the program: `apt install redis-server`.
describe.skipIf(!redisProgram())('two nodes connected by a real Redis', () => {
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
    // The second node uses what the first one removes at its end.
    for (const host of hosts().toReversed()) await host.close();
    await redis?.stop();
  });

  const at = ({ url }: TestHost): Person => {
    const { id, email, password, token } = company.admin;
    return new Person(url, { id, email, password, token });
  };
  /** A page that shows the notebook, and the titles it received. */
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
  const receives = ({ titles }: Page, wanted: string) => eventually(() => titles.includes(wanted));
  const isCut = (page: Page): Promise<unknown> => once(page.socket as never, 'disconnect');

  test('A change on one node is shown in browsers of the other, in the order in which it was made', async () => {
    const page = await pageAt(there);
    const written = Array.from({ length: 50 }, (_, index) => `title ${index}`);
    for (const title of written) await entitle(title);
    await receives(page, 'title 49');
    expect(page.titles).toEqual(written);
    page.socket.close();
  });

  test('Another installation on the same Redis receives nothing, although its companies have the same ids', async () => {
    const other = await stranger.company({ settings });
    expect(other.id).toBe(company.id);
    const { id } = (await other.admin.post<{ id: number }>('/shelf/books', { title: 'theirs' })).body;
    expect(id).toBe(book);
    const [ours, theirs] = [await pageAt(there), await pageAt(stranger, other.admin)];
    await entitle('a secret of ours');
    await receives(ours, 'a secret of ours');
    await other.admin.put(`/shelf/books/${id}`, { title: 'their own' });
    await receives(theirs, 'their own');
    expect(theirs.titles).toEqual(['their own']);
    ours.socket.close();
    theirs.socket.close();
  });

  test('While Redis is away people keep working, and afterwards browsers that may have missed something fetch again', async () => {
    const [near, far] = [await pageAt(here), await pageAt(there)];
    const cut = Promise.all([isCut(near), isCut(far)]);
    const away = redis.restart();
    await entitle('while it is away');
    await receives(near, 'while it is away');
    await away;
    await cut;
    // Both may be disconnected once more, when the other node reports what it could not publish.
    await eventually(async () => {
      const page = await pageAt(there);
      await entitle('told again');
      await new Promise((resolve) => setTimeout(resolve, 100));
      page.socket.close();
      return page.titles.includes('told again');
    });
  });

  test('When a message could not be published, browsers on other nodes fetch again', async () => {
    const far = await pageAt(there);
    let wasCut = false;
    void isCut(far).then(() => (wasCut = true));
    const operator = await createClient({ url: redis.url }).connect();
    // Only the publishing connections are lost; the nodes keep receiving from Redis.
    await operator.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
    await entitle('into the gap');
    await eventually(() => wasCut || far.titles.includes('into the gap'));
    await operator.close();
    far.socket.close();
  });

  test('The outages caused no unhandled rejection', () => {
    expect(said.filter((line) => line.includes('nobody waited for'))).toEqual([]);
  });
});

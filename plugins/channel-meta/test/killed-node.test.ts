import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestHost } from '@balcao/testing';
import type { MessageView } from '@balcao/tickets/contract';
import { metadataOf } from '../server/send/metadata.ts';
import { CommentFixture } from './comment-fixture.ts';
import { MetaFixture, plugins, startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
let after: TestHost | undefined;
let child: ChildProcess | undefined;
const thais = '5519970010001';

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await after?.close();
  await host?.close();
  await stop?.();
});

interface Sent {
  fixture: MetaFixture;
  ticketId: number;
  id: number;
}

const begun = async (channel: 'facebook' | 'instagram'): Promise<{ fixture: MetaFixture; ticketId: number }> => {
  const fixture = await MetaFixture.open(host, meta, channel);
  await fixture.deliver(wire.written(thais, fixture.account, wire.text('Oi')));
  return { fixture, ticketId: (await fixture.conversation()).id };
};
const own = async ({ fixture, ticketId, id }: Sent): Promise<MessageView | undefined> =>
  (await fixture.said(ticketId)).find((one) => one.id === id);
/** Returns what Meta reports of a message that it accepted. */
const echo = ({ fixture }: Sent, more: object): wire.WireEvent => {
  const [accepted] = fixture.reached();
  return wire.echoed(thais, fixture.account, { text: 'Uma vez', ...more }, { mid: accepted?.mid ?? '' });
};

test('A message and a public answer whose node was killed between Meta and its answer are settled by Meta’s events, and none is sent twice', async () => {
  const early = await begun('facebook');
  const late = await begun('instagram');
  const post = await CommentFixture.open(host, meta, 'facebook');
  const { ticket, message } = await post.commented('Até que horas?');
  // From here on only the other process sends.
  await host.kernel.dispatcher.stop();
  child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test', TRUST_PROXY: '1' },
  });
  await once(child, 'message');

  // Meta accepts each message and never answers.
  meta.state.beforeAnswer = () => new Promise(() => undefined);
  meta.state.beforeComment = () => new Promise(() => undefined);
  const { body: answer } = await post.answer(message.id, 'public', 'Até as 18h');
  const [one, other] = await Promise.all(
    [early, late].map(async (at): Promise<Sent> => ({
      ...at,
      id: (await at.fixture.write(at.ticketId, 'Uma vez')).id,
    })),
  );
  if (!one || !other) throw new Error('two messages were written');
  const hasReached = (): boolean =>
    one.fixture.reached().length === 1 && other.fixture.reached().length === 1 && post.answers().length === 1;
  await eventually(hasReached);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  meta.state.beforeAnswer = undefined;
  meta.state.beforeComment = undefined;

  // The echo of one arrives before another node takes over, that of the other one afterwards, without our metadata.
  expect(await one.fixture.deliver(echo(one, { metadata: metadataOf(one.id, 0) }))).toBe(200);
  expect(await own(one)).toMatchObject({ ack: 1, failure: null });
  after = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins,
    env: { TRUST_PROXY: '1' },
    sameDatabaseAs: host,
  });
  await eventually(async () => (await own(other))?.failure === 'unknown');
  expect(await other.fixture.deliver(echo(other, { app_id: Number(meta.state.app.appId) }))).toBe(200);
  expect(await own(other)).toMatchObject({ ack: 1, failure: null });

  // Messages of a conversation go out in order: once the next one is there, nothing is left of the first.
  for (const { fixture, ticketId } of [one, other]) {
    await fixture.settled(ticketId, (await fixture.write(ticketId, 'E a seguinte')).id);
    expect(fixture.reached().map(({ message }) => message['text'])).toEqual(['Uma vez', 'E a seguinte']);
    expect((await fixture.said(ticketId)).map(({ body }) => body)).toEqual(['Oi', 'Uma vez', 'E a seguinte']);
  }

  // The answer under the post is told as a comment of our own, which has no metadata.
  expect(await post.base.settled(ticket.id, answer.id)).toMatchObject({ failure: 'unknown' });
  const [published] = post.answers();
  if (published) await post.deliver(post.entry(published));
  expect(await post.base.settled(ticket.id, answer.id)).toMatchObject({ ack: 1, failure: null });
  await post.base.settled(ticket.id, (await post.answer(message.id, 'public', 'Aos sábados, até as 12h')).body.id);
  expect(post.answers().map(({ text }) => text)).toEqual(['Até as 18h', 'Aos sábados, até as 12h']);
});

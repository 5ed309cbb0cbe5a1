import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { author, CommentFixture } from './comment-fixture.ts';
import { logIn, MetaFixture, startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
let appFields: string[];

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
  appFields = [...meta.state.appFields];
});
afterEach(() => {
  meta.state.appFields = appFields;
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

test('Comments are off until somebody switches them on, and stop when they are switched off', async () => {
  const base = await MetaFixture.open(host, meta, 'facebook');
  const comment = meta.comment({
    ownerId: base.account,
    postId: meta.post('Promoção'),
    person: author,
    text: 'Quanto?',
  });
  const entry = wire.feedComment(base.account, comment);
  await meta.webhooks.deliver('page', [entry]);
  expect(await base.tickets()).toEqual([]);
  expect(meta.state.fields.get(base.page.pageId)).not.toContain('feed');
  // Without the permissions nothing is switched, and the reason names them.
  const path = `/meta/connections/${base.connectionId}/comments`;
  expect(await base.admin.put(path, { isOn: true })).toMatchObject({
    status: 409,
    body: {
      error: 'ERR_META_COMMENTS_PERMISSION',
      context: { permission: 'pages_manage_engagement, pages_read_user_content' },
    },
  });
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  expect(meta.state.fields.get(fixture.base.page.pageId)).toContain('feed');
  const off = await fixture.turn(false);
  expect(off).toMatchObject({ status: 200, body: { comments: { isOn: false, missing: [], isRefused: false } } });
  expect(meta.state.fields.get(fixture.base.page.pageId)).not.toContain('feed');
  await fixture.deliver(fixture.entry(fixture.comment('Ainda chega?')));
  expect(await fixture.base.tickets()).toEqual([]);
});

test('An Instagram account of the same page does not end the comments of the page', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  const login = await logIn(base.admin, meta, base.person);
  const channels = [{ pageId: base.page.pageId, channel: 'instagram' }];
  await base.admin.post('/meta/connect', { login: login.id, queueId: base.queueId, channels });
  expect(meta.state.fields.get(base.page.pageId)).toContain('feed');
});

test('A login asks for the permissions of comments only when they are wanted', async () => {
  const base = await MetaFixture.open(host, meta, 'instagram');
  const scopes = async (body: object): Promise<string> => {
    const started = await base.admin.post<{ url: string }>('/meta/login', { origin: 'http://localhost:3000', ...body });
    return new URL(started.body.url).searchParams.get('scope') ?? '';
  };
  expect(await scopes({})).not.toMatch(/comments|manage_engagement/);
  expect(await scopes({ comments: true })).toContain('instagram_manage_comments');
  expect(await scopes({ comments: true, instagram: false })).not.toContain('instagram_manage_comments');
  expect(await scopes({ via: 'instagram' })).not.toContain('comments');
  expect(await scopes({ via: 'instagram', comments: true })).toContain('instagram_business_manage_comments');
  // Another login of an account with comments must not lose them.
  const fixture = await CommentFixture.open(host, meta, 'instagram');
  const again = await fixture.base.admin.post<{ url: string }>('/meta/login', { origin: 'http://localhost:3000' });
  expect(again.body.url).toContain('instagram_manage_comments');
});

test('When Meta refuses the comments, the switch stays off with the reason, and messages go on', async () => {
  const base = await MetaFixture.open(host, meta, 'facebook', { hasComments: true });
  const path = `/meta/connections/${base.connectionId}/comments`;
  meta.state.appFields = appFields.filter((field) => field !== 'feed');
  expect(await base.admin.put(path, { isOn: true })).toMatchObject({
    status: 409,
    body: { error: 'ERR_META_COMMENTS_FIELDS', context: { fields: 'feed' } },
  });
  meta.state.appFields = appFields;
  // Granted at the login, and taken back since.
  meta.state.commentGrants.delete(base.page.pageId);
  expect(await base.admin.put(path, { isOn: true })).toMatchObject({
    status: 409,
    body: { error: 'ERR_META_COMMENTS_REFUSED' },
  });
  const { body } = await base.admin.get(`/meta/connections/${base.connectionId}`);
  expect(body).toMatchObject({ comments: { isOn: false } });
  expect(await base.status()).toBe('CONNECTED');
  expect(meta.state.fields.get(base.page.pageId)).toContain('messages');
});

test('An account whose comments Meta refuses later stays connected, and its check says so', async () => {
  const fixture = await CommentFixture.open(host, meta, 'facebook');
  const { base } = fixture;
  meta.state.commentGrants.delete(base.page.pageId);
  await base.admin.post(`/whatsappsession/${base.connectionId}`);
  expect(await base.status()).toBe('CONNECTED');
  const { body } = await base.admin.post<object[]>(`/meta/connections/${base.connectionId}/check`);
  expect(body).toContainEqual(expect.objectContaining({ check: 'comments', state: 'bad', finding: 'refused' }));
  meta.state.commentGrants.add(base.page.pageId);
  await base.admin.post(`/whatsappsession/${base.connectionId}`);
  expect((await base.admin.get(`/meta/connections/${base.connectionId}`)).body).toMatchObject({
    comments: { isOn: true, isRefused: false },
  });
});

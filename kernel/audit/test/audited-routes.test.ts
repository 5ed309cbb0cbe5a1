import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { auditActionOf } from '../audit-action.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'plugins');
const plugins = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'manifest.ts')));

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
});
afterAll(() => host.close());

/** Everyday work with customers and personal preferences: it has a history of its own or needs none. */
const everyday = [
  /^(tickets|notifications|kanban|quick-messages|channel-sandbox|first-steps) /,
  /^contacts (POST|PUT|DELETE) \/contacts(\/:id(\/(origin|media-upload))?)?$/,
  /^contacts POST \/contacts\/import(\/:id\/(check|start|cancel))?$/,
  /^tags POST \/tags\/(sync|bulk)$/,
  // Lists of people, as contacts; the import itself is audited.
  /^contact-lists (POST|PUT|DELETE) \/contact-list-items(\/:id(\/restore)?)?$/,
  /^contact-lists (POST|PUT|DELETE) \/contact-lists\/imports\/:importId\/(check|rows\/:line)$/,
  // Checks, previews and simulations change nothing. A saved draft reaches nobody before it is published, which is audited.
  /^flows POST \/flow\/(check|import\/check|simulate|:id\/dialogues\/run)$/,
  /^flows PUT \/flow\/:id$/,
  /^campaigns POST \/campaigns\/preview$/,
  // A person’s own calendar, in which entries may be private; what is sent to customers from it is audited.
  /^agenda (POST|PUT|DELETE) \/scheduleforms(\/:id(\/restore)?)?$/,
  /^google-calendar ((POST|DELETE) \/google\/losses\/:id(\/restore)?|PUT \/google\/messages)$/,
  // Saved filters belong to the person who saves them.
  /^reports (POST|DELETE) \/ticketreport\/filters(\/:id)?$/,
  // Creates a key that is not in use yet; switching it on is audited.
  /^security POST \/security\/two-step$/,
  // Entering and leaving a company are audited with the session itself.
  /^kernel (POST|DELETE) \/auth\/visit/,
  /^kernel (DELETE \/auth\/logout|POST \/platform\/browser-failures)$/,
  /^announcements POST \/announcements\/:id\/read$/,
  /^messages-api POST \/webhooks\/:id\/test$/,
  // A login connects nothing yet: connecting is audited. Taking over is part of a conversation.
  // Conversations with the assistant and of colleagues have authors and times of their own; checking a provider changes nothing.
  /^chatai (POST|PUT|DELETE) \/chatsai(\/|$)/,
  /^chatai POST \/messages\/:messageId\/transcribe$/,
  /^chatai POST \/ai\/(platform-)?providers\/:id\/test$/,
  /^internal-chat (POST|PUT|DELETE) \/chats(\/|$)/,
  // Looking at steps; checking a source changes nothing.
  /^legal-process (PUT \/legalProcessMonitoring\/:id\/seen|POST \/legalProcessSources\/:id\/check)$/,
  // Questions, suggestions for a reply and what people think of them: parts of a conversation.
  /^assistant POST \/assistant\/(ask(\/answer)?|suggestions(\/:id\/(used|outcome|choices))?|rewrite|rewrites\/:id\/outcome)$/,
  /^assistant POST \/assistant\/(evaluations|replays)\/estimate$/,
  /^assistant PUT \/assistant\/answers\/:messageId\/rating$/,
  /^channel-meta POST \/meta\/(login(\/finish)?|tickets\/:ticketId\/take)$/,
  // Answers to comments are messages; hiding one is in the log of its conversation.
  /^channel-meta (POST|PUT) \/meta\/comments\/:messageId\/(answers|hidden)$/,
  /^channel-whatsapp-cloud POST \/whatsapp-cloud\/tickets\/:ticketId\/templates$/,
];

interface Route {
  plugin: string;
  method: string;
  path: string;
  access: string;
  recorded: boolean;
}

const routes = (): Route[] => {
  const { kernel } = host;
  const asText = (access: unknown): string => (typeof access === 'string' ? access : 'public');
  return [
    ...kernel.routes.map(({ method, path, access, audit }) => ({
      plugin: 'kernel',
      method,
      path,
      access,
      recorded:
        typeof audit === 'function' ||
        auditActionOf({ method, path, access, ...(audit !== undefined && { audit }) }) !== undefined,
    })),
    ...kernel.registry.routes.map(({ plugin, method, path, definition: { access, audit } }) => ({
      plugin,
      method,
      path,
      access: asText(access),
      recorded:
        auditActionOf({ method, path, access: asText(access), ...(audit !== undefined && { audit }) }) !== undefined,
    })),
  ];
};

test('Every route that changes something for administration is audited', () => {
  const traceless = routes()
    .filter(({ method, access, recorded }) => method !== 'GET' && access !== 'public' && !recorded)
    .map(({ plugin, method, path }) => `${plugin} ${method} ${path}`)
    .filter((route) => !everyday.some((pattern) => pattern.test(route)));
  expect(traceless).toEqual([]);
});

test('Exports are audited, although they change nothing', () => {
  // Paths that end in `/exports` list the files of the reader, not what is in them.
  const silent = routes()
    .filter(
      ({ method, path, recorded, access }) =>
        method === 'GET' && /export/.test(path) && !path.endsWith('/exports') && access !== 'public' && !recorded,
    )
    .map(({ plugin, path }) => `${plugin} ${path}`);
  expect(silent).toEqual([]);
});

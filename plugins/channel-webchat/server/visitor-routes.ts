import { AppError, invalid, networkOf, z, type Host } from '@balcao/sdk/server';
import {
  filesPace,
  maxBody,
  maxFileBytes,
  maxName,
  type ChatConfig,
  type ChatMessage,
  type ChatPage,
  type ChatSession,
} from '../contract.ts';
import type manifest from '../manifest.ts';
import { demoPage } from './demo.ts';
import { enter, enterAsVisitor, enterDemo, visitorOfToken } from './access.ts';
import { pageOf, write } from './messages.ts';
import { isOwnPage, originOf } from './origins.ts';
import { RateLimiter } from './rate-limiter.ts';
import { issueToken } from './visitor-token.ts';
import { newVisitor, seen } from './visitors.ts';
import { widgetTexts } from './widget-texts.ts';

const visitors = { public: 'visitors of a company’s site', address: true, cors: true } as const;

const params = z.object({ address: z.string() });
const language = z.enum(['pt', 'en', 'es']);
const withoutNul = (text: string): string => text.replaceAll('\0', '');
const name = z
  .string()
  .max(1000)
  .transform(withoutNul)
  .pipe(z.string().trim().min(1, 'Required').max(maxName, 'Too Long!'));
const session = z.object({ token: z.string().max(1024).optional(), name: name.optional() });
const writing = z.object({
  id: z.string('Required').regex(/^[\w-]{8,64}$/, 'an id of 8 to 64 letters, digits, _ or -'),
  body: z.string().max(maxBody, 'Too Long!').transform(withoutNul).default(''),
});

/** The routes that visitors’ browsers call. Every call identifies its page by Origin, and the visitor by the token. */
export const visitorRoutes = (host: Host<typeof manifest>): void => {
  const limiter = new RateLimiter(30);
  /** New visitors per minute from one address: enough for an office behind one. */
  const newVisitorLimiter = new RateLimiter(12);

  host.route('GET', '/webchat/:address/config', {
    access: visitors,
    rate: 240,
    summary: 'How the chat of a site looks and speaks',
    input: { params, query: z.object({ language: language.optional().catch(undefined) }) },
    handle: async (request, scope): Promise<ChatConfig> => {
      const { site } = await enter(request, scope);
      const spoken = request.query.language ?? scope.company.language;
      const { title, color, greeting, askName } = site;
      return { title, color, greeting, askName, language: spoken, texts: widgetTexts[spoken], maxBody, maxFileBytes };
    },
  });

  host.route('POST', '/webchat/:address/session', {
    access: visitors,
    rate: 60,
    summary: 'Creates a visitor, or returns a known one with the messages',
    input: { params, body: session },
    handle: async (request, scope): Promise<ChatSession> => {
      const open = await enter(request, scope);
      const { token, name: called } = request.body;
      const known = token === undefined ? undefined : await visitorOfToken(token, open, scope);
      if (token !== undefined && !known) throw new AppError(401, 'ERR_VISITOR_UNKNOWN');
      if (!known && open.site.askName && called === undefined) throw invalid({ name: 'Required' });
      const { id: connection } = open.connection;
      if (!known) newVisitorLimiter.count(networkOf(request.ip));
      const visitor = known ? await seen(scope, known, called) : await newVisitor(scope, connection, called);
      const origin = originOf(request);
      const ownPage = origin !== undefined && isOwnPage(request) ? { ownPage: origin } : {};
      return {
        token: issueToken(open.site.secret, { visitor: visitor.publicId, connection, ...ownPage }),
        visitor: { id: visitor.publicId, name: visitor.name },
        ...(await pageOf(visitor, undefined, scope)),
      };
    },
  });

  host.route('GET', '/webchat/:address/messages', {
    access: visitors,
    rate: 240,
    summary: 'A page of messages before a message',
    input: {
      params,
      query: z.object({ before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    },
    handle: async (request, scope): Promise<ChatPage> => {
      const { visitor } = await enterAsVisitor(request, scope);
      return pageOf(visitor, request.query.before, scope);
    },
  });

  host.route('POST', '/webchat/:address/messages', {
    access: visitors,
    rate: 120,
    summary: 'Writes to the company; answers once the message is stored',
    input: { params, body: writing, files: { maxCount: 1, maxBytes: maxFileBytes, bytesPerMinute: filesPace } },
    handle: async (request, scope): Promise<ChatMessage> => {
      const { visitor } = await enterAsVisitor(request, scope);
      const { id, body } = request.body;
      const file = request.files[0];
      if (body.trim() === '' && !file) throw invalid({ body: 'Required' });
      limiter.count(visitor.publicId);
      return write(visitor, { id, body, file }, scope);
    },
  });

  host.route('GET', '/webchat/:address/demo', {
    access: { public: 'a page to try the chat on', address: true },
    rate: 120,
    summary: 'A page to try the chat on',
    input: { params },
    handle: async (request, scope) =>
      demoPage(request.params.address, request.headers['host'], await enterDemo(request, scope), scope),
  });
};

/** A server with the part of the kernel that the browser needs: real pages and files, and a simulated API. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Server } from 'socket.io';
import { createWeb, type DevPages } from '../index.ts';
import { entryAddress, type InstalledClient } from '../installed-client.ts';
import { startAddresses } from '../start-modules.ts';

export interface StandIn {
  url: string;
  /** Plugins that are on. */
  on: Set<string>;
  /** True when entries come in one file, as in the kernel. */
  together: boolean;
  /** True when the refresh cookie is accepted. */
  signedIn: boolean;
  /** Access tokens that have expired. */
  expired: Set<string>;
  /** Received calls as `METHOD /path`. */
  calls: string[];
  tell(room: string, params: object, event: string, data: unknown): void;
  /** Disconnects every socket, as a lost connection does. */
  cut(): void;
  close(): Promise<void>;
}

const claims = (session: string): string => Buffer.from(JSON.stringify({ sub: '1', session })).toString('base64url');

interface DevServer extends DevPages {
  entryOf(folder: string): string;
  close(): Promise<void>;
}
export interface StandInOptions {
  plugins: readonly InstalledClient[];
  /** Folder of the built host. */
  hostDist?: string;
  /** A development server, instead of the built host. */
  dev?(server: HttpServer): Promise<DevServer>;
}

export async function startStandIn({ plugins, hostDist = '', dev: startDev }: StandInOptions): Promise<StandIn> {
  const app = new Koa();
  const server = createServer();
  const io = new Server(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dev = await startDev?.(server);
  let issued = 0;
  let marks = 0;

  const standIn: StandIn = {
    url,
    on: new Set(),
    together: false,
    signedIn: true,
    expired: new Set(),
    calls: [],
    tell: (room, params, event, data) => void io.emit('room', { room, params, event, data }),
    cut: () => io.disconnectSockets(true),
    close: async () => {
      await dev?.close();
      await io.close();
      server.closeAllConnections();
    },
  };

  const answer = () => ({
    token: `x.${claims('s1')}.${++issued}`,
    tokenPublicDir: 'media',
    user: {
      id: 1,
      name: 'Ana Prado',
      email: 'ana@balcao.local',
      profile: 'user',
      super: false,
      companyId: 1,
      language: 'pt',
      permissions: ['settings:view'],
      company: { id: 1, name: 'Clínica Aurora', language: 'pt', timeZone: 'America/Sao_Paulo', settings: [] },
    },
  });

  const entries = () => {
    const shown = plugins.filter(({ id }) => standIn.on.has(id));
    const starts = standIn.together ? startAddresses(shown) : new Map<InstalledClient, string>();
    return shown.map((plugin) => ({
      id: plugin.id,
      version: '1.0.0',
      entry: dev?.entryOf(plugin.dir) ?? entryAddress(plugin),
      ...(starts.has(plugin) && { start: starts.get(plugin) }),
    }));
  };

  const routes: Record<string, () => [number, unknown]> = {
    'POST /api/auth/refresh_token': () =>
      standIn.signedIn ? [200, answer()] : [401, { error: 'ERR_SESSION_EXPIRED' }],
    'POST /api/auth/login': () => {
      standIn.signedIn = true;
      return [200, answer()];
    },
    'GET /api/bootstrap': () =>
      standIn.signedIn ? [200, { session: answer(), plugins: entries() }] : [401, { error: 'ERR_SESSION_EXPIRED' }],
    'GET /api/auth/me': () => [200, answer().user],
    'GET /api/platform/info': () => [200, { demo: false, signup: true }],
    'GET /api/platform/plugins': () => [200, entries()],
    'POST /api/platform/browser-failures': () => [200, {}],
    'GET /api/good': () => [200, { answer: 42 }],
  };

  app.use((ctx, next) => {
    // Set beside the refresh cookie, as the kernel does.
    if (standIn.signedIn) ctx.cookies.set('signedIn', String(++marks), { httpOnly: false });
    return next();
  });
  app.use(createWeb({ hostDist, plugins: () => plugins, publicUrl: url, dev }));
  app.use((ctx) => {
    const call = `${ctx.method} ${ctx.path}`;
    standIn.calls.push(call);
    const token = ctx.get('authorization').replace('Bearer ', '');
    const open =
      ctx.path.startsWith('/api/auth/') || ctx.path === '/api/bootstrap' || ctx.path === '/api/platform/info';
    const late = token !== '' && standIn.expired.has(token);
    const [status, body] = late
      ? [403, { error: 'ERR_SESSION_EXPIRED' }]
      : token === '' && !open
        ? [401, { error: 'ERR_SESSION_EXPIRED' }]
        : (routes[call]?.() ?? [404, { error: 'ERR_NOT_FOUND' }]);
    ctx.status = status;
    ctx.body = body;
  });
  server.on('request', app.callback());
  io.on('connection', (socket) => {
    socket.on('join', (_room: unknown, ack: (answer: object) => void) => ack({ ok: true }));
  });
  return standIn;
}

import { expect, test } from 'vitest';
import { restartsServer } from './restarts.ts';

test.each([
  'kernel/http/server.ts',
  'kernel/mail/locales/pt.json',
  'sdk/server/scope.ts',
  'sdk/shared/contract.ts',
  'plugins/boards/server/index.ts',
  'plugins/boards/migrations/0001.ts',
  'plugins/boards/manifest.ts',
  'plugins/boards/contract.ts',
  'plugins/boards/locales/pt.json',
])('saving %s restarts the development server', (file) => expect(restartsServer(file)).toBe(true));

test.each([
  'plugins/boards/client/index.tsx',
  'plugins/boards/client/store.ts',
  'plugins/boards/test/boards.test.ts',
  'plugins/boards/dist/client.js',
  'sdk/client/slots.ts',
  'kernel/config/config.test.ts',
  'kernel/node_modules/x/index.ts',
  'kernel/http/server.ts~',
])('saving %s keeps the development server and its sessions', (file) => expect(restartsServer(file)).toBe(false));

// Imported first, before anything can print.
import './silent-logger.ts';
import './failed-tries.ts';
import './whole-answers.ts';
import { parentPort } from 'node:worker_threads';
import { Wire } from '../line/wire.ts';
import type { ToWorker } from '../line/language.ts';
import { WhatsAppConnection } from './connection.ts';

const port = parentPort;
if (!port) throw new Error('connections must run in a worker thread');

const lines = new Map<string, WhatsAppConnection>();
const wire: Wire = new Wire(port, async (name, question) => {
  const line = lines.get(name) ?? new WhatsAppConnection((asked) => wire.ask(name, asked));
  lines.set(name, line);
  const asked = question as ToWorker;
  if (asked.do === 'stop') lines.delete(name);
  return line.do(asked);
});

// The client library leaves rejected promises unhandled when a socket closes, which must not end the other connections.
process.on('unhandledRejection', () => undefined);

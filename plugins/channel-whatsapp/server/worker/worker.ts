// First, before anything that could print.
import './silent-logger.ts';
import './failed-tries.ts';
import './whole-answers.ts';
import { parentPort } from 'node:worker_threads';
import { Wire } from '../line/wire.ts';
import type { ToWorker } from '../line/language.ts';
import { WhatsAppConnection } from './connection.ts';

const port = parentPort;
if (!port) throw new Error('lines live in a worker');

const lines = new Map<string, WhatsAppConnection>();
const wire: Wire = new Wire(port, async (name, question) => {
  const line = lines.get(name) ?? new WhatsAppConnection((asked) => wire.ask(name, asked));
  lines.set(name, line);
  const asked = question as ToWorker;
  if (asked.do === 'stop') lines.delete(name);
  return line.do(asked);
});

// The client library leaves promises alone that fail with the link: one line's must not end the others'.
process.on('unhandledRejection', () => undefined);

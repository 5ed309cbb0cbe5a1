// Imported first, before anything can print.
import './silent-logger.ts';
import './restore-failed-sessions.ts';
import './whole-responses.ts';
import { parentPort } from 'node:worker_threads';
import { WorkerRpc } from '../connection/worker-rpc.ts';
import type { ToWorker } from '../connection/worker-protocol.ts';
import { WhatsAppConnection } from './connection.ts';

const port = parentPort;
if (!port) throw new Error('connections must run in a worker thread');

const connections = new Map<string, WhatsAppConnection>();
const rpc: WorkerRpc = new WorkerRpc(port, async (name, question) => {
  const connection = connections.get(name) ?? new WhatsAppConnection((command) => rpc.request(name, command));
  connections.set(name, connection);
  const command = question as ToWorker;
  if (command.do === 'stop') connections.delete(name);
  return connection.handle(command);
});

// The client library leaves rejected promises unhandled when a socket closes, which must not end the other connections.
process.on('unhandledRejection', () => undefined);

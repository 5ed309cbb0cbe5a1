import path from 'node:path';

/** The plugins of every test of flows. */
export const plugins = [
  ...['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'flows', 'tags'],
  path.join(import.meta.dirname, 'telephone'),
];

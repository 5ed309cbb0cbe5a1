import path from 'node:path';

export const plugins = [
  ...['companies', 'users', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'reports'],
  path.join(import.meta.dirname, '../../tickets/test/channel'),
];

import path from 'node:path';

/** The plugins that the nodes of these tests run. */
export const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'notifications',
  'legal-process',
  path.join(import.meta.dirname, 'channel'),
];

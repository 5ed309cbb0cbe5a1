import { phonesPlugin } from '../../../scripts/test/phones/phones.ts';

/** The plugins that the nodes of these tests run. */
export const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'notifications',
  'agenda',
  phonesPlugin,
];

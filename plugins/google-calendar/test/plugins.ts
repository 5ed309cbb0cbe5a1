/** The plugins that the nodes of these tests run. */
export const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'notifications',
  'agenda',
  'google-calendar',
];

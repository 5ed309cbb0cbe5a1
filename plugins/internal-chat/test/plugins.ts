/** The internal chat, and the plugins that it works with. */
export const plugins = [
  'companies',
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'notifications',
  'internal-chat',
];

/** Contact lists, and the plugin whose toggle switches them, with everything that it requires. */
export const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'tags',
  'contact-lists',
  'campaigns',
] as const;

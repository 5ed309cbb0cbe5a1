import { phonesPlugin } from '../../../scripts/test/phones/phones.ts';

/** The plugins that the nodes of these tests run; `CAMPAIGN_MORE` names further ones, for nodes of their own process too. */
export const plugins = (): string[] => [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'tags',
  'contact-lists',
  'campaigns',
  ...(process.env['CAMPAIGN_MORE'] ?? '').split(' ').filter((name) => name !== ''),
  phonesPlugin,
];

/** The tests kill nodes: another one takes over their jobs sooner than usual. */
export const takeOverMs = 6_000;

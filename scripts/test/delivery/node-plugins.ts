import path from 'node:path';

const plugins = path.resolve(import.meta.dirname, '../../../plugins');
const own = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'];

/** Folders of the plugins that a node of these tests runs. */
export const nodePlugins = [
  ...own.map((id) => ({ dir: path.join(plugins, id), firstParty: true })),
  ...['witness', 'postbox'].map((id) => ({ dir: path.join(import.meta.dirname, id), firstParty: false })),
];

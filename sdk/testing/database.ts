import { randomBytes } from 'node:crypto';
import { runOnServer } from './server-connection.ts';

/**
 * Creates a database on a running PostgreSQL, so that tests cannot affect each other: empty, or a clone of a template
 * without open connections.
 */
export const freshDatabase = async (
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `balcao_test_${randomBytes(6).toString('hex')}`;
  // For a small database, copying files needs half the work of copying through the log.
  await runOnServer(serverUrl, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`) };
};

import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates a database on a running PostgreSQL, so that tests cannot affect each other: empty, or a clone of a template
 * without open connections.
 */
export const freshDatabase = async (
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `balcao_test_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // For a small database, copying files needs half the work of copying through the log.
  await run(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
};

import type pg from 'pg';

/** Returns the settings that bind a session to a company, for statements that bypass the server. */
export const companySetting = async (confined: pg.Pool, company: number): Promise<string> => {
  const client = await confined.connect();
  try {
    await client.query('set role none');
    const { rows } = await client.query<{ mark: string }>('select kernel.company_mark($1) as mark', [company]);
    return rows[0]?.mark ?? '';
  } finally {
    await client.query('reset role');
    client.release();
  }
};

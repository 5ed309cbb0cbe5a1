import pg from 'pg';

/** Runs the work and counts the statements that stored arriving messages in this process meanwhile. */
export const storingStatements = async <T>(work: () => Promise<T>): Promise<{ statements: number; result: T }> => {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let statements = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    if (text !== undefined && /tickets\.receive_(batch|each)\(/.test(text)) statements += 1;
    return send.apply(this, args);
  } as never;
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = send as never;
  }
};

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freshDatabase, Person } from '@balcao/testing';
import { Installation, logIn, superUser } from './nodes.ts';

let database: { url: string; drop(): Promise<void> };
let installation: Installation;
beforeAll(async () => {
  database = await freshDatabase(inject('databaseUrl'));
  installation = await Installation.on(database.url);
});
afterAll(async () => {
  await installation?.close();
  await database?.drop();
});

it('nodes that start at once, on an empty database and an empty folder, all run with the same secrets', async () => {
  const nodes = await Promise.all(Array.from({ length: 3 }, () => installation.startNode()));
  const [first, ...others] = nodes;
  const root = await logIn(first!.url, superUser);
  for (const { url } of others) {
    const { id, email, password, token } = root;
    expect((await new Person(url, { id, email, password, token }).get('/auth/me')).status).toBe(200);
  }
});

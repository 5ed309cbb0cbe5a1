import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  base,
  companyMark,
  migrate,
  openDatabase,
  withoutMediaToken,
  type Database,
  type MigrationSet,
} from '../../database/index.ts';
import { appSecret, freshDatabase, quiet } from '../../database/test/fresh.ts';
import { anonymousFileMigration, fileMigration, sharedFileMigration } from '../migration.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = await openDatabase({ url: fresh.url, entities: [], log: quiet, appSecret });
});
afterAll(async () => {
  await database.close();
  await drop();
});

test('files that the platform showed before are shared after an upgrade, and a company’s own are not', async () => {
  const before = [base, companyMark, withoutMediaToken, fileMigration, anonymousFileMigration];
  const kernel = (migrations: MigrationSet['migrations']): MigrationSet => ({ id: 'kernel', migrations, core: true });
  const news: MigrationSet = {
    id: 'news',
    migrations: [{ name: '0001-init', sql: [`create table news.item (id int primary key, picture_path text)`] }],
    platformTables: ['news.item'],
  };
  const shop: MigrationSet = {
    id: 'shop',
    migrations: [
      {
        name: '0001-init',
        sql: [
          `create table shop.item (id int primary key, picture_path text,
             company_id int not null references kernel.company (id), unique (company_id, id))`,
        ],
      },
    ],
  };
  const faults = (await migrate(database, [kernel(before), news, shop])).flatMap((report) => report.faults);
  expect(faults).toEqual([]);
  const { owner } = database;
  await owner.query(`insert into kernel.company (id, name) overriding system value values (7, 'Loja')`);
  for (const name of ['shown', 'own', 'nobody'])
    await owner.query(
      `insert into kernel.file (path, company_id, name, mime, size) values ($1, 7, $1, 'image/png', 1)`,
      [name],
    );
  await owner.query(`insert into news.item values (1, 'shown'), (2, null)`);
  await owner.query(`insert into shop.item values (1, 'own', 7)`);
  const [report] = await migrate(database, [kernel([...before, sharedFileMigration]), news, shop]);
  expect(report).toMatchObject({ applied: ['0043-shared-file'], faults: [] });
  const { rows } = await owner.query(`select path from kernel.file where shared`);
  expect(rows).toEqual([{ path: 'shown' }]);
});

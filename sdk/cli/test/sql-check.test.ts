import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readContracts, sqlOutside } from '../sql-check.ts';
import { sqlNames } from '../sql-names.ts';

const root = mkdtempSync(path.join(tmpdir(), 'balcao-sql-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const write = (file: string, text: string): void => {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
write(
  'sdk/server/kernel-sql.ts',
  `export const a = publishedSql<X>('kernel.user'); export const b = publishedSql<X>('kernel.emit');
   export const c = publishedKey('kernel.user'); export const d = publishedKey('kernel.company');`,
);
write(
  'plugins/rooms/contract.ts',
  `/** Not published: publishedSql('rooms.door'). */
   export const publicRoom = publishedSql<PublicRoom>('rooms.public_room');
   export const book = publishedSql<(room: number) => void>('rooms.book');
   export const roomKey = publishedKey('rooms.room');
   export const notOurs = publishedSql<object>('lifts.lift');`,
);
write('plugins/lifts/contract.ts', `export const publicLift = publishedSql<PublicLift>('lifts.public_lift');`);
const contracts = await readContracts(root);
const reader = { id: 'day-plans', named: new Set(['rooms']) };

const refused = (statement: string, file = 'server/index.ts'): string[] =>
  sqlOutside(file, `export const q = sql\`${statement}\`;`, reader, contracts).map(({ name, use }) => `${use} ${name}`);

const outside: [string, string][] = [
  ['select * from rooms.room', 'rows rooms.room'],
  ['select * from "rooms"."room" r', 'rows rooms.room'],
  ['SELECT 1 FROM Rooms.Room', 'rows rooms.room'],
  ['select * from day_plans.plan p left join rooms.room r on r.id = p.room_id', 'rows rooms.room'],
  ['select * from day_plans.plan p, rooms.room r where r.id = p.room_id', 'rows rooms.room'],
  ['select * from day_plans.plan p, lateral rooms.doors(p.id) d', 'call rooms.doors'],
  ['select (select max(x.id) from only rooms.room x)', 'rows rooms.room'],
  ['with r as (select * from rooms.room) select * from r', 'rows rooms.room'],
  ['with r as (delete from rooms.room returning *) select * from r', 'rows rooms.room'],
  ['insert into rooms.room (id) values (1)', 'rows rooms.room'],
  ['update rooms.room set name = $1', 'rows rooms.room'],
  ['delete from day_plans.plan p using rooms.room r where r.id = p.room_id', 'rows rooms.room'],
  ['merge into day_plans.plan p using rooms.room r on r.id = p.room_id when matched then delete', 'rows rooms.room'],
  ['truncate rooms.room', 'rows rooms.room'],
  ['select rooms.free(1)', 'call rooms.free'],
  ['select * from kernel.session', 'rows kernel.session'],
  ['select kernel.proof(1)', 'call kernel.proof'],
  ['select * from nowhere.anything', 'rows nowhere.anything'],
  ['select * from lifts.public_lift', 'rows lifts.public_lift'],
  ['select * from lifts.lift', 'rows lifts.lift'],
  ['create table day_plans.x (room_id int references rooms.public_room (id))', 'key rooms.public_room'],
  [
    'create table day_plans.x (door_id int, foreign key (company_id, door_id) references rooms.door (company_id, id))',
    'key rooms.door',
  ],
  ['create trigger t after update on rooms.room for each row execute function day_plans.f()', 'rows rooms.room'],
  [
    'create function day_plans.f() returns int language plpgsql as $$ begin return (select 1 from rooms.room); end $$',
    'rows rooms.room',
  ],
  [`do $x$ begin execute 'select 1 from rooms.room'; end $x$`, 'rows rooms.room'],
];
test.each(outside)('SQL that names unpublished objects is detected: %s', (statement, name) => {
  expect(refused(statement)).toEqual([name]);
});

const inside = [
  'select * from day_plans.plan p join rooms.public_room r on r.company_id = p.company_id and r.id = p.room_id',
  'select rooms.book(p.room_id), kernel.emit(1) from day_plans.plan p join kernel."user" u on u.id = p.user_id',
  'create table day_plans.x (room_id int, foreign key (company_id, room_id) references rooms.room (company_id, id))',
  'create table day_plans.x (company_id int references kernel.company (id) on delete cascade)',
  // Aliases and common table expressions have no schema, and their columns look like one.
  'with room as (select 1 as id) select room.id from room where room.id is distinct from rooms.room',
  'select rooms.room from (select 1 as room) rooms order by rooms.room, rooms.door',
  'select extract(epoch from rooms.opened), substring(rooms.name from rooms.pattern) from day_plans.plan rooms',
  'update day_plans.plan as rooms set door = rooms.door where rooms.room > 1 returning rooms.room',
  'insert into day_plans.plan (id) values (1) on conflict (id) do update set room = excluded.room',
  'select * from day_plans.plan p where p.id = 1 for update of p',
  'select * from day_plans.plan p join day_plans.day d using (id), unnest(p.rooms) x (room)',
  'select coalesce(p.room, 0), rooms.a from day_plans.plan p group by p.room, rooms.door',
  // Words in comments and in texts.
  `select 'read it from rooms.room', "from rooms.room" from day_plans.plan -- from rooms.room`,
  '/* from rooms.room /* join rooms.room */ from rooms.room */ select 1',
  `select 'it''s from rooms.room' || e'\\' from rooms.room'`,
  'select pg_catalog.now(), public.unaccent(p.name), information_schema.x(1) from pg_catalog.pg_class p',
  "do $$ begin raise exception 'no' using errcode = rooms.room; execute 'select 1' using rooms.room; end $$",
];
test.each(inside)('SQL that names only published objects is accepted: %s', (statement) => {
  expect(refused(statement)).toEqual([]);
});

describe('SQL in TypeScript files', () => {
  const findings = (text: string, file = 'server/index.ts') => sqlOutside(file, text, reader, contracts);

  test('A name is reported with its line, also in an interpolated fragment, and once per position', () => {
    const text = `const rooms = (only: boolean) => sql\`
      from rooms.room r\${only ? sql\`
      join rooms.door d on d.id = r.id\` : sql.empty}\`;`;
    expect(findings(text).map(({ name, line }) => `${line} ${name}`)).toEqual(['2 rooms.room', '3 rooms.door']);
  });

  test('Untagged texts are checked if they name a plugin of the product, and always in migrations', () => {
    expect(findings('const q = `select 1 from rooms.room`').map(({ name }) => name)).toEqual(['rooms.room']);
    expect(findings(`throw new Error('a letter from nowhere.example')`)).toEqual([]);
    const migration = 'export const m = { sql: [`select 1 from nowhere.anything`] };';
    expect(findings(migration, 'migrations/0001.ts').map(({ name }) => name)).toEqual(['nowhere.anything']);
  });

  test('Code, comments and imports are not checked as SQL', () => {
    const text = `import { x } from './rooms.room.ts';
      // select * from rooms.room
      const y = rooms.room(1) ?? tables.from(rooms.room);`;
    expect(findings(text)).toEqual([]);
  });

  test('A published object of a plugin that the manifest does not list is reported with its owner', () => {
    expect(findings('sql`select 1 from lifts.public_lift`')).toEqual([
      { name: 'lifts.public_lift', use: 'rows', owner: 'lifts', line: 1 },
    ]);
  });
});

test('The SQL parser ends for any unclosed or malformed input', () => {
  for (const text of [
    "select 'open from rooms.room",
    '/* open',
    '$$ open from rooms.room',
    '((((',
    ')))) from a.b',
    '"',
  ])
    expect(Array.isArray(sqlNames(text))).toBe(true);
});

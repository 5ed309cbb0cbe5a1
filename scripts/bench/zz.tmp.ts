import { openInstallation } from '/work/main/scripts/bench/installation.ts';
const inst = await openInstallation('/tmp/e1/bench');

import { sql } from '@balcao/sdk/server';
import { write } from '/work/main/kernel/database/statement.ts';
import { searches, firstOfList, countOf } from '/work/main/plugins/tickets/server/list/visible.ts';
const only = process.argv[2]; 
for (const [term,status] of [['boleto',undefined],['boleto','open'],['urgentissimo',undefined],['urgentissimo','open'],['fabio nogueira',undefined],['fabio nogueira','open'],['zzyzx',undefined],['zzyzx','open']] as const) {
  const query: any = { term, status, all: true, reader: { id: 102001, seesAll: true, anyQueue: true, masked: false }, conditions: [], pageNumber: 1, users: undefined, queueIds: undefined };
  const offset = 0, perPage = 40;
  const st = sql`${searches([query], sql`page as materialized (
      select p.id, p.updated_at from (${firstOfList(query, offset + perPage + 1)}) p
       order by p.updated_at desc, p.id desc limit ${perPage + 1} offset ${offset})`)}
    select (select count(*)::int from page) as found,
           case when ${offset} = 0 and (select count(*) from page) <= ${perPage} then (select count(*)::int from page) else ${countOf(query)} end as count,
           tickets.list_json(array(select p.id from page p order by p.updated_at desc, p.id desc limit ${perPage}), false) as tickets`;
  const text = write(st);
  const c = await inst.confined.connect();
  await c.query(`select set_config('app.company','102',false)`);
  const ts: number[] = []; const n = 15;
  for (let i = 0; i < n; i++) { const a = performance.now(); await c.query(text); ts.push(performance.now() - a); }
  ts.sort((a,b)=>a-b);
  console.log(term, status, 'median', ts[7]!.toFixed(2), 'min', ts[0]!.toFixed(2));
  if (only === term + (status ?? '')) console.log(text, (await c.query('explain (analyze, buffers) ' + text)).rows.map((r: any) => r['QUERY PLAN']).join('\n'));
  c.release();
}
await inst.close();

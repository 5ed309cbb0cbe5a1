/**
 * Runs a node in a process of its own, `worker.ts <database url> <name>`, and writes its deliveries to `public.seen`.
 */
import pg from 'pg';
import { Dispatcher } from '../index.ts';
import { silent, subscriber } from './harness.ts';

const [, , url = '', node = ''] = process.argv;
const owner = new pg.Pool({ connectionString: url, max: 6 });
const list = ['a/one', 'b/one'].map((id) =>
  subscriber(id, async ({ n }, { key }) => {
    await owner.query({
      name: 'seen',
      text: 'insert into public.seen (node, ordering_key, n) values ($1, $2, $3)',
      values: [node, `${id} ${key}`, n],
    });
  }),
);
const dispatcher = new Dispatcher({ owner, listenUrl: url, log: silent, pollMs: 50, balanceMs: 100 });
dispatcher.setSubscribers(list);
await dispatcher.start();
process.send?.('up');

/** Runs a node that sends mail: `worker.ts <database url> <smtp url>`. */
import pg from 'pg';
import { silentLog } from '../../database/test/fresh-database.ts';
import { Mailer } from '../mailer.ts';

const [, , url = '', smtpUrl = ''] = process.argv;
const owner = new pg.Pool({ connectionString: url, max: 2 });
new Mailer({ owner, log: silentLog, smtpUrl, from: 'Balcão <nao@balcao.local>', pollMs: 50 }).start();
process.send?.('up');

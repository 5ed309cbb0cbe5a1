import { inject, test } from 'vitest';
import { Office, openHost, openNetwork } from './office.ts';

const wanted = (process.env['WHATSAPP_SESSIONS'] ?? '').split(',').map(Number).filter(Boolean);
const megabytes = (): number => Math.round(process.memoryUsage().rss / 1024 / 1024);

/** `WHATSAPP_SESSIONS=1,10,50` prints what idle lines take: of the server and the simulated network in one process. */
test.skipIf(wanted.length === 0)('idle lines are counted', { timeout: 900_000 }, async () => {
  const { network, close } = await openNetwork();
  const host = await openHost(inject('databaseUrl'));
  try {
    const before = megabytes();
    let lines = 0;
    for (const goal of wanted) {
      for (; lines < goal; lines += 1) {
        const office = await Office.open(host, network);
        const asked = performance.now();
        const code = await office.code();
        if (lines === 0) console.log(`code shown after ${Math.round(performance.now() - asked)} ms`);
        network.scan(code, office.number);
        await office.becomes('CONNECTED');
      }
      const cpu = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      const { user, system } = process.cpuUsage(cpu);
      const used = ((user + system) / 1000 / 10_000) * 100;
      console.log(
        `${lines} lines: ${megabytes()} MB (${before} MB before the first), ${used.toFixed(1)} % of one core`,
      );
    }
  } finally {
    await host.close();
    close();
  }
});

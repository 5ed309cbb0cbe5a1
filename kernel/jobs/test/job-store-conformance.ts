import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { counting, until } from '../../events/test/harness.ts';
import { job, Nodes } from './harness.ts';

export interface TestStore {
  databaseUrl: string;
  jobsUrl?: string;
  left(): Promise<number>;
  drop(): Promise<void>;
}

const soon = (): Date => new Date(Date.now() + 300);
const later = (): Date => new Date(Date.now() + 3_600_000);

/** Tests of the guarantees of jobs, for every store. */
export const testJobStore = (make: () => Promise<TestStore>): void => {
  let testStore: TestStore;
  let nodes: Nodes;

  beforeEach(async () => {
    testStore = await make();
    nodes = new Nodes(testStore.databaseUrl, testStore.jobsUrl);
  });
  afterEach(async () => {
    await nodes.stop();
    await testStore.drop();
  });

  test('A job runs once, although two nodes could run it', async () => {
    const list = [job('a:work')];
    const first = await nodes.start(list);
    const second = await nodes.start(list);
    await Promise.all(counting(60).map((n) => (n % 2 ? first : second).schedule('a:work', n % 3, { n })));
    await until(async () => nodes.runs.length >= 60 && (await testStore.left()) === 0);
    expect(new Set(nodes.runs.map((run) => JSON.stringify(run.data))).size).toBe(60);
    expect(nodes.runs).toHaveLength(60);
    for (const { companyId, data } of nodes.runs) expect(companyId).toBe((data as { n: number }).n % 3);
  });

  test('A job waits for its time, and survives a stop and restart of all nodes', async () => {
    const list = [job('a:work')];
    const first = await nodes.start(list);
    await first.schedule('a:work', 1, { n: 'now' });
    await first.schedule('a:work', 1, { n: 'soon' }, { at: new Date(Date.now() + 1_200) });
    await first.schedule('a:work', 1, { n: 'later' }, { at: later() });
    await until(() => nodes.runs.length === 1);
    await first.stop();
    expect(nodes.data()).toEqual([{ n: 'now' }]);
    await nodes.start(list);
    await until(() => nodes.runs.length === 2);
    await sleep(300);
    expect(nodes.data()).toEqual([{ n: 'now' }, { n: 'soon' }]);
    await until(async () => (await testStore.left()) === 1);
  });

  test('Data of the wrong shape and undefined jobs are refused when they are scheduled', async () => {
    const validate = (data: unknown): unknown => {
      if (typeof (data as { n?: unknown }).n !== 'number') throw new Error('n must be a number');
      return { n: (data as { n: number }).n + 1 };
    };
    const node = await nodes.start([job('a:work', { validate })]);
    await expect(node.schedule('a:work', 1, { n: 'one' })).rejects.toThrow('n must be a number');
    await expect(node.schedule('a:other', 1, {})).rejects.toThrow('JOB_UNKNOWN');
    await node.schedule('a:work', 1, { n: 1 });
    await until(() => nodes.runs.length === 1);
    expect(nodes.data()).toEqual([{ n: 2 }]);
  });

  test('A second job with the same key replaces the first, also from two nodes at the same moment', async () => {
    const list = [job('a:work'), job('a:other')];
    const first = await nodes.start(list);
    const second = await nodes.start(list);
    await first.schedule('a:work', 1, { n: 'old' }, { key: 'k', at: later() });
    await second.schedule('a:work', 1, { n: 'new' }, { key: 'k', at: soon() });
    await second.schedule('a:work', 2, { n: 'another company' }, { key: 'k', at: soon() });
    await second.schedule('a:other', 1, { n: 'another job' }, { key: 'k', at: soon() });
    await until(() => nodes.runs.length === 3);
    expect(nodes.data()).toEqual(
      expect.arrayContaining([{ n: 'new' }, { n: 'another company' }, { n: 'another job' }]),
    );
    await until(async () => (await testStore.left()) === 0);

    nodes.runs.length = 0;
    const at = new Date(Date.now() + 800);
    await Promise.all(
      counting(20).map((n) => (n % 2 ? first : second).schedule('a:work', 1, { n }, { key: 'crowd', at })),
    );
    expect(await testStore.left()).toBe(1);
    await until(async () => (await testStore.left()) === 0);
    expect(nodes.runs).toHaveLength(1);
  });

  test('A job that is replaced while it runs ends, and the new one runs after it', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const node = await nodes.start([job('a:work')], async ({ data }) => {
      if ((data as { n: string }).n === 'first') await held;
    });
    await node.schedule('a:work', 1, { n: 'first' }, { key: 'k' });
    await until(() => nodes.runs.length === 1);
    await node.schedule('a:work', 1, { n: 'second' }, { key: 'k', at: later() });
    await node.schedule('a:work', 1, { n: 'third' }, { key: 'k', at: soon() });
    release();
    await until(async () => (await testStore.left()) === 0);
    expect(nodes.data()).toEqual([{ n: 'first' }, { n: 'third' }]);
  });

  test('A failed job is dropped for a newer one of its key instead of being retried', async () => {
    const node = await nodes.start(
      [job('a:work')],
      ({ data }) => {
        if ((data as { n: string }).n === 'first') throw new Error('no');
      },
      { retryMs: 5_000 },
    );
    await node.schedule('a:work', 1, { n: 'first' }, { key: 'k' });
    await until(() => nodes.runs.length === 1);
    await node.schedule('a:work', 1, { n: 'second' }, { key: 'k' });
    await until(async () => (await testStore.left()) === 0);
    expect(nodes.data()).toEqual([{ n: 'first' }, { n: 'second' }]);
    expect(await node.failed()).toEqual([]);
  });

  test('A cancelled job does not run', async () => {
    const node = await nodes.start([job('a:work')]);
    await node.schedule('a:work', 1, { n: 'cancelled' }, { key: 'k', at: soon() });
    await node.schedule('a:work', 2, { n: 'kept' }, { key: 'k', at: soon() });
    await node.cancel('a:work', 1, 'k');
    await node.cancel('a:work', 1, 'never scheduled');
    await until(async () => (await testStore.left()) === 0);
    expect(nodes.data()).toEqual([{ n: 'kept' }]);
  });

  test('A failing job is tried three times, then stored with its reason, and can be retried', async () => {
    let broken = true;
    const node = await nodes.start([job('a:work')], ({ data }) => {
      if (broken && (data as { n: number }).n === 1) throw new Error('the provider said no\0');
    });
    await node.schedule('a:work', 4, { n: 1 }, { key: 'k' });
    await node.schedule('a:work', 4, { n: 2 });
    await until(async () => (await node.stats()).failed === 1);
    expect(nodes.runs.filter(({ data }) => (data as { n: number }).n === 1)).toHaveLength(3);
    const [failed] = await node.failed();
    expect(failed).toMatchObject({
      job: 'a:work',
      companyId: 4,
      data: { n: 1 },
      tries: 3,
      reason: 'the provider said no',
    });
    expect(await node.stats()).toMatchObject({ givenUp: 1, done: 1, failed: 1 });
    broken = false;
    expect(await node.retry(failed!.id)).toBe(true);
    await until(async () => (await testStore.left()) === 0);
    expect(nodes.runs).toHaveLength(5);
    expect(await node.retry('nothing')).toBe(false);
  });

  test('The jobs of a company whose plugin is off wait until it is on again', async () => {
    const node = await nodes.start([job('a:work'), job('b:work')]);
    await node.schedule('a:work', 1, { n: 'before' }, { at: soon() });
    nodes.off.add('a 1');
    await node.pause('a', 1);
    await node.schedule('a:work', 1, { n: 'after' });
    await node.schedule('a:work', 2, { n: 'other company' }, { at: soon() });
    await node.schedule('b:work', 1, { n: 'other plugin' }, { at: soon() });
    await until(() => nodes.runs.length === 2);
    await sleep(400);
    expect(nodes.data()).toEqual(expect.arrayContaining([{ n: 'other company' }, { n: 'other plugin' }]));
    expect(nodes.runs).toHaveLength(2);
    expect(await testStore.left()).toBe(2);
    nodes.off.delete('a 1');
    await node.resume('a', 1);
    await until(() => nodes.runs.length === 4);
    expect(nodes.data().slice(2)).toEqual(expect.arrayContaining([{ n: 'before' }, { n: 'after' }]));
    await until(async () => (await testStore.left()) === 0);
  });

  test('A node that starts while a plugin is on finds the jobs that wait for it', async () => {
    const node = await nodes.start([job('a:work')]);
    nodes.off.add('a 1');
    await node.schedule('a:work', 1, { n: 1 });
    await node.pause('a', 1);
    await node.stop();
    nodes.off.delete('a 1');
    expect(nodes.runs).toEqual([]);
    await nodes.start([job('a:work')]);
    await until(() => nodes.runs.length === 1);
  });

  test('A running job is aborted when its plugin is switched off, and runs again when it is on', async () => {
    const node = await nodes.start([job('a:work')], async (_, signal) => {
      if (nodes.runs.length > 1) return;
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await node.schedule('a:work', 1, { n: 1 }, { key: 'k' });
    await until(() => nodes.runs.length === 1);
    nodes.off.add('a 1');
    await node.pause('a', 1);
    await until(async () => (await node.stats()).running === 0);
    expect(await testStore.left()).toBe(1);
    nodes.off.delete('a 1');
    await node.resume('a', 1);
    await until(() => nodes.runs.length === 2);
    await until(async () => (await testStore.left()) === 0);
    expect(await node.stats()).toMatchObject({ done: 1, givenUp: 0, failed: 0 });
  });

  test('A job that runs on another node is aborted too when its plugin is switched off', async () => {
    const first = await nodes.start(
      [job('a:work')],
      async (_, signal) => {
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { lockLifetimeMs: 600 },
    );
    const second = await nodes.start([]);
    await first.schedule('a:work', 1, {});
    await until(() => nodes.runs.length === 1);
    second.define([job('a:work')]);
    nodes.off.add('a 1');
    await second.pause('a', 1);
    await until(async () => (await first.stats()).running === 0);
    expect(await testStore.left()).toBe(1);
  });

  test('A job that takes longer than its lock does not run twice', async () => {
    let running = 0;
    let most = 0;
    const handle = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1_500);
      running -= 1;
    };
    const first = await nodes.start([job('a:work')], handle, { lockLifetimeMs: 400 });
    await nodes.start([job('a:work')], handle, { lockLifetimeMs: 400 });
    await first.schedule('a:work', 1, {});
    await until(async () => nodes.runs.length > 0 && (await testStore.left()) === 0);
    expect(nodes.runs).toHaveLength(1);
    expect(most).toBe(1);
  });

  test('Jobs that wait long on a busy node all run, once each', async () => {
    const node = await nodes.start([job('a:work')], () => sleep(300), {
      lockLifetimeMs: 400,
      concurrency: { total: 2, each: 2 },
    });
    await nodes.start([job('a:work')], () => sleep(300), { lockLifetimeMs: 400, concurrency: { total: 2, each: 2 } });
    await Promise.all(counting(16).map((n) => node.schedule('a:work', 1, { n })));
    await until(async () => nodes.runs.length >= 16 && (await testStore.left()) === 0);
    expect(nodes.runs).toHaveLength(16);
  });

  test('A stopping node lets its jobs finish, and releases those that obey the signal', async () => {
    const ended: string[] = [];
    const list = [job('a:short'), job('a:long')];
    const first = await nodes.start(list, async ({ id }, signal) => {
      if (id === 'a:short') await sleep(200);
      else await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      ended.push(id);
    });
    await first.schedule('a:short', 1, {});
    await first.schedule('a:long', 1, {});
    await until(() => nodes.runs.length === 2);
    await first.stop(1_500);
    expect(ended).toEqual(['a:short']);
    expect(await testStore.left()).toBe(1);
    await nodes.start(list);
    await until(async () => (await testStore.left()) === 0);
    expect(nodes.runs.map(({ id }) => id)).toEqual(expect.arrayContaining(['a:short', 'a:long', 'a:long']));
    expect(nodes.runs).toHaveLength(3);
  });

  test('A recurring job runs repeatedly, once for each company that has the plugin, also after a failure', async () => {
    const list = [job('a:tick', { every: '1 second' }), job('a:daily', { every: '0 3 * * *' })];
    const fail = (): void => {
      if (nodes.runs.length % 3 === 0) throw new Error('this time not');
    };
    nodes.off.add('a 3');
    const first = await nodes.start(list, fail);
    const second = await nodes.start(list, fail);
    for (const company of [1, 2, 3]) {
      await Promise.all([first.ensureEvery([company]), second.ensureEvery([company])]);
    }
    expect(await testStore.left()).toBe(4);
    const ran = (company: number) => nodes.runs.filter(({ companyId }) => companyId === company).length;
    await until(() => ran(1) >= 4 && ran(2) >= 4);
    expect(ran(3)).toBe(0);
    await first.ensureEvery([1]);
    await first.removeCompany(2);
    await until(async () => (await testStore.left()) === 2);
    const [before1, before2] = [ran(1), ran(2)];
    await until(() => ran(1) >= before1 + 2);
    expect(ran(2)).toBeLessThanOrEqual(before2 + 1);
  });

  test('A recurring job that looks for companies runs in those in which something is due, not twice at once', async () => {
    const due = new Set([1, 2]);
    const running = new Map<number, number>();
    const list = [job('a:sweep', { every: '1 second', due: async () => [...due] })];
    nodes.off.add('a 2');
    const handle = async ({ companyId }: { companyId: number }): Promise<void> => {
      running.set(companyId, (running.get(companyId) ?? 0) + 1);
      expect(running.get(companyId)).toBe(1);
      // Longer than the interval.
      await sleep(1_500);
      running.set(companyId, 0);
    };
    const first = await nodes.start(list, handle);
    await nodes.start(list, handle);
    await first.ensureEvery([1, 2, 3]);
    await until(() => nodes.runs.length >= 3);
    expect(new Set(nodes.runs.map(({ companyId }) => companyId))).toEqual(new Set([1]));
    due.clear();
    // The one that looks is left.
    await until(async () => (await testStore.left()) === 1);
    due.add(3);
    await until(() => nodes.runs.some(({ companyId }) => companyId === 3));
  });

  test('A run that fails in all attempts is not kept as failed: it runs again while something is due', async () => {
    const list = [job('a:sweep', { every: '1 second', due: async () => [1] })];
    const node = await nodes.start(
      list,
      () => {
        if (nodes.runs.length <= 4) throw new Error('not yet');
      },
      { tries: 2 },
    );
    await until(() => nodes.runs.length >= 6);
    expect(await node.failed()).toEqual([]);
  });

  test('A recurring job whose new version looks for companies runs no longer in each of them, and the reverse', async () => {
    const everywhere = [job('a:sweep', { every: '1 second' })];
    const node = await nodes.start(everywhere);
    await node.ensureEvery([1, 2]);
    await until(() => nodes.runs.length >= 2);
    node.define([job('a:sweep', { every: '1 second', due: async () => [2] })]);
    await until(async () => (await testStore.left()) <= 2);
    const before = nodes.runs.length;
    await until(() => nodes.runs.length >= before + 2);
    expect(new Set(nodes.runs.slice(before).map(({ companyId }) => companyId))).toEqual(new Set([2]));
    node.define(everywhere);
    await node.ensureEvery([1, 2]);
    await until(() => nodes.runs.slice(before).some(({ companyId }) => companyId === 1));
    await until(async () => (await testStore.left()) === 2);
  });

  test('An interval that is neither a duration nor a cron line is refused when the job is defined', async () => {
    await expect(nodes.start([job('a:tick', { every: 'now and then' })])).rejects.toThrow('JOB_EVERY_INVALID');
  });
};

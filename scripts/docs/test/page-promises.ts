import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Office } from './office.ts';

/** Declares a test for each page about pages, settings and tables, against the page's plugin. */
export function declarePagePromises({ host, company }: Office): void {
  const { admin } = company;

  test('page-and-menu: the route returns the company’s time zone', async () => {
    expect((await admin.get('/office-clock')).body).toEqual({ name: 'Padaria Aurora', timeZone: 'America/Sao_Paulo' });
  });

  test('settings-tab: a value saved in the tab is read back', async () => {
    expect((await admin.put('/signature', { text: ' Até logo! ' })).body).toEqual({ text: 'Até logo!' });
    expect((await admin.get('/signature')).body).toEqual({ text: 'Até logo!' });
  });

  test('list-page: rows are added, listed, found, changed and removed', async () => {
    const listed = async (query = '') =>
      (await admin.get<{ records: { id: number; name: string }[] }>(`/suppliers${query}`)).body.records;
    const { id } = (await admin.post<{ id: number }>('/suppliers', { name: 'Moinho São Bento', brings: 'Farinha' }))
      .body;
    await admin.post('/suppliers', { name: 'Laticínios Serra', brings: 'Leite' });
    expect((await listed()).map(({ name }) => name)).toEqual(['Laticínios Serra', 'Moinho São Bento']);
    expect((await listed('?searchParam=sao')).map((one) => one.id)).toEqual([id]);
    expect((await admin.put(`/suppliers/${id}`, { name: 'Moinho', brings: 'Farinha' })).body).toMatchObject({
      name: 'Moinho',
    });
    expect((await admin.post('/suppliers', { name: ' ', brings: '' })).status).toBe(400);
    expect((await admin.delete(`/suppliers/${id}`)).status).toBeLessThan(300);
    expect((await admin.delete(`/suppliers/${id}`)).status).toBe(404);
    for (const one of await listed()) await admin.delete(`/suppliers/${one.id}`);
  });

  test('resource: rows are stored with permission, and a refusal of the database has a code', async () => {
    interface Vehicle {
      id: number;
      plate: string;
      model: string;
      isAway: boolean;
      journeys: number;
    }
    const made = await admin.post<Vehicle>('/vehicles', { plate: 'abc1d23', model: 'Fiorino' });
    const path = `/vehicles/${made.body.id}`;
    expect(made.body).toEqual({ ...made.body, plate: 'ABC1D23', model: 'Fiorino', isAway: false, journeys: 0 });
    expect((await admin.get(path)).body).toEqual(made.body);
    expect((await admin.get('/vehicles?searchParam=FIORÍNO')).body).toEqual({
      records: [made.body],
      hasMore: false,
      count: 1,
    });
    expect((await admin.get('/vehicles?searchParam=van')).body).toMatchObject({ records: [], count: 0 });
    const twins = await Promise.all(
      Array.from({ length: 4 }, () => admin.post<{ error?: string }>('/vehicles', { plate: 'Gémea', model: '' })),
    );
    expect(twins.map(({ body }) => body.error ?? 'stored').toSorted()).toEqual([
      'ERR_PLATE_IN_USE',
      'ERR_PLATE_IN_USE',
      'ERR_PLATE_IN_USE',
      'stored',
    ]);
    for (const { status, body } of twins) if (status === 200) await admin.delete(`/vehicles/${(body as Vehicle).id}`);
    const stranger = await host.company({ settings: { 'plugin:vehicles': true } });
    expect((await stranger.admin.get('/vehicles')).body).toMatchObject({ records: [], count: 0 });
    expect((await stranger.admin.put(path, { model: 'Kangoo' })).status).toBe(404);
    expect((await stranger.admin.delete(path)).status).toBe(404);
    const user = await company.person('user');
    expect((await user.get('/vehicles/list')).body).toEqual([made.body]);
    expect((await user.post('/vehicles', { plate: 'XYZ', model: '' })).status).toBe(403);
    await admin.put(path, { isAway: true, known: { isAway: false } });
    const stored = await admin.put<Vehicle>(path, { model: 'Fiorino 1.4', known: { model: 'Fiorino' } });
    expect(stored.body).toMatchObject({ model: 'Fiorino 1.4', isAway: true });
    expect(await admin.put(path, { model: 'Kangoo', known: { model: 'Fiorino' } })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHANGED_MEANWHILE' },
    });
    expect(await admin.delete(path)).toMatchObject({ status: 409, body: { error: 'ERR_VEHICLE_AWAY' } });
    await admin.put(path, { isAway: false });
    expect((await user.post<Vehicle>(`${path}/journeys`)).body).toMatchObject({ journeys: 1 });
    expect(await admin.delete(path)).toMatchObject({ status: 409, body: { error: 'ERR_VEHICLE_HAS_JOURNEYS' } });
    await company.scope('vehicles').sql.run(sql`delete from vehicles.journey`);
    expect((await admin.delete(path)).status).toBe(200);
    expect(await admin.get(path)).toMatchObject({ status: 404, body: { error: 'ERR_NO_VEHICLE_FOUND' } });
  });

  test('before-deleting: the confirmation lists what would be deleted', async () => {
    const { body: queue } = await admin.post<{ id: number }>('/queue', { name: 'Plantão', color: '#0e6d2c' });
    const connection = await company
      .scope('connections')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel) values ('Noite', 'telephone') returning id`,
      );
    const paths = [`/whatsapp/${connection?.id}/dependents`, `/queue/${queue.id}/dependents`];
    const offer = () => Promise.all(paths.map(async (path) => (await admin.get(path)).body));
    expect(await offer()).toEqual([{ dependents: [] }, { dependents: [] }]);
    await admin.post('/night-watch', { connectionId: connection?.id, queueId: queue.id });
    const sentence = '1 ronda noturna acaba junto.';
    expect(await offer()).toEqual([{ dependents: [sentence] }, { dependents: [sentence] }]);
    await admin.delete(`/whatsapp/${connection?.id}`);
    await admin.delete(`/queue/${queue.id}`);
  });
}

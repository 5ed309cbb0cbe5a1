import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { companyRoom, sql } from '@balcao/sdk/server';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'contacts', 'security'] });
});
afterAll(() => host?.close());

interface Answer {
  id: number;
  name: string;
  number: string;
  error?: string;
  context?: { retryAfter?: number };
}
interface Page {
  contacts: Answer[];
}

const office = async (): Promise<{ company: TestCompany; ana: Person }> => {
  const company = await host.company({ settings: { hideContactNumber: 'enabled' } });
  return { company, ana: await company.person('user', 'Ana') };
};
const names = async (person: Person, term = ''): Promise<string[]> =>
  (await person.get<Page>(`/contacts?searchParam=${encodeURIComponent(term)}`)).body.contacts.map(({ name }) => name);

describe('hidden numbers', () => {
  it('A hidden number cannot be guessed by looking up candidates: few are answered, and each has an audit entry', async () => {
    const { company, ana } = await office();
    const secret = '5511978861340';
    await company.admin.post('/contacts', { name: 'Oculta', number: secret });
    expect((await ana.get<Answer>(`/contacts/get-by-number/${secret}`)).body.number).toBe('*********1340');
    const answers: number[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1)
      answers.push((await ana.get(`/contacts/get-by-number/551197${String(attempt).padStart(3, '0')}1340`)).status);
    expect(answers.filter((status) => status === 404)).toHaveLength(19);
    expect(answers.at(-1)).toBe(429);
    // A form that reports a taken number has the same limit.
    const refused = await ana.post<Answer>('/contacts', { name: 'Tentativa', number: secret });
    expect(refused.status).toBe(429);
    expect(refused.body.context?.retryAfter).toBeGreaterThan(0);
    const { body } = await company.admin.get<{ records: { subject: string; userName: string }[] }>('/audit');
    const tried = body.records.filter(({ subject }) => /^5511\d{9}$/.test(subject));
    expect(tried).toHaveLength(20);
    expect(tried.at(-1)).toMatchObject({ subject: secret, userName: 'Ana' });
    // People who see numbers look them up without a limit.
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await company.admin.get(`/contacts/get-by-number/${secret}`)).status).toBe(200);
  });

  it('A hidden number is found by its last four digits, which are displayed, and by no other part', async () => {
    const { company, ana } = await office();
    await company.admin.post('/contacts', { name: 'Oculta', number: '5511978861340' });
    expect(await names(ana, '1340')).toEqual(['Oculta']);
    for (const term of ['5511978861340', '11978861340', '(11) 97886-1340', '61340', '97886'])
      expect([term, await names(ana, term)]).toEqual([term, []]);
    expect(await names(company.admin, '97886')).toEqual(['Oculta']);
  });

  it('The position of a contact without a name in the list does not reveal its hidden number', async () => {
    const { company, ana } = await office();
    for (const number of ['5511900000009', '5511999999991', '5511955555555'])
      await company
        .scope('contacts')
        .sql.run(sql`insert into contacts.contact (name, number) values (${number}, ${number})`);
    await ana.post('/contacts', { name: '5511955', number: '5521911112222' });
    await ana.post('/contacts', { name: 'Zélia', number: '5521911113333' });
    expect(await names(ana)).toEqual(['5511955', 'Zélia', '*********0009', '*********5555', '*********9991']);
  });

  it('Numbers disappear from open pages at once: each page fetches everything again', async () => {
    const company = await host.company();
    const ana = await company.person('user', 'Ana');
    const live = await ana.live();
    expect((await company.admin.put('/settings/hideContactNumber', { value: 'enabled' })).status).toBe(200);
    const received = await live.receives('setting', ({ key }) => key === 'hideContactNumber');
    expect(received.data).toEqual({ key: 'hideContactNumber', value: 'enabled', refetch: true });
    expect(received.room).toBe(companyRoom.id);
  });
});

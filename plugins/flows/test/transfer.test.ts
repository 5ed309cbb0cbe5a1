import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import type { FlowDetail, FlowExport, FlowTemplateRow, SavedFlow } from '../graph/wire.ts';
import { FlowOffice, startFlows } from './flow-office.ts';
import { problemsOf, type Failure } from './saving.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

test('a flow leaves without files and secrets and comes back with the queues that were chosen', async () => {
  const [office, other] = [await FlowOffice.of(host), await FlowOffice.of(host)];
  const queueId = await office.queue('Comercial');
  const flow = await office.flow(
    [
      ['h', 'httpNode', { url: 'https://x.example', headers: [{ name: 'Authorization', value: 'Bearer 123' }] }],
      ['d', 'departmentNode', { queueId }],
    ],
    [
      ['start', 'h'],
      ['h', 'd'],
      ['h:failed', 'd'],
    ],
  );
  const file = (await office.admin.get<FlowExport>(`/flow/${flow}/export`)).body;
  expect(JSON.stringify(file)).not.toContain('Bearer 123');
  expect(file.needs).toEqual([{ kind: 'queue', id: String(queueId), name: 'Comercial' }]);
  const theirs = await other.queue('comercial');
  const check = await other.admin.post<{ needs: { suggestion: string | null; nodes: number }[] }>(
    '/flow/import/check',
    { file },
  );
  expect(check.body.needs).toMatchObject([{ suggestion: String(theirs), nodes: 1 }]);
  const map = { [`queue:${queueId}`]: String(theirs) };
  const imported = await other.admin.post<SavedFlow>('/flow/import', { file, map });
  expect(imported.body.version).toBeNull();
  const detail = (await other.admin.get<FlowDetail>(`/flow/${imported.body.id}`)).body;
  expect(JSON.parse(detail.data).find(({ id }: { id: string }) => id === 'd').data.queueId).toBe(theirs);
});

test('each of the six ready flows can be published once its queues are chosen', async () => {
  const office = await FlowOffice.of(host);
  const { body } = await office.admin.get<{ templates: FlowTemplateRow[] }>('/flow/templates');
  expect(body.templates).toHaveLength(6);
  const queueId = await office.queue('Todos');
  for (const { id, title, needs } of body.templates) {
    const map = Object.fromEntries(needs.map(({ kind, id: need }) => [`${kind}:${need}`, String(queueId)]));
    const made = await office.admin.post<SavedFlow>(`/flow/templates/${id}`, { map });
    const detail = (await office.admin.get<FlowDetail>(`/flow/${made.body.id}`)).body;
    const published = await office.admin.put<SavedFlow & Failure>(`/flow/${made.body.id}`, {
      title,
      data: detail.data,
    });
    expect([title, published.status, problemsOf(published.body)]).toEqual([title, 200, []]);
  }
});

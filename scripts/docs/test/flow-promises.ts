import { expect, test, vi } from 'vitest';
import { conversation, type Office } from './office.ts';

const soon = { timeout: 60_000, interval: 50 };

/** Declares a test for each page about flows, against the page's plugin. */
export function declareFlowPromises({ company }: Office): void {
  const { admin } = company;
  const flowOf = async (...nodes: [id: string, type: string, data: object][]): Promise<number> => {
    const elements = [
      { id: 'start', type: 'startNode', position: { x: 0, y: 0 }, data: { label: 'Inicio' } },
      ...nodes.map(([id, type, data]) => ({ id, type, position: { x: 0, y: 0 }, data })),
      ...nodes.map(([id], index) => {
        const [source = 'start', type = ''] = nodes[index - 1] ?? [];
        const sourceHandle = type === 'loyalty.points' ? 'reached' : 'out';
        return { id: `to-${id}`, type: 'custom', source, target: id, sourceHandle, targetHandle: 'in' };
      }),
    ];
    const body = { title: 'Exemplo', data: JSON.stringify(elements) };
    return (await admin.post<{ id: number }>('/flow', body)).body.id;
  };
  const repliesIn = async (ticketId: number): Promise<string[]> => {
    const { body } = await admin.get<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${ticketId}`);
    return body.messages.filter(({ fromMe }) => fromMe).map((message) => message.body);
  };

  test('flow-node: a flow gives points, decides by them and inserts their number', async () => {
    const { id } = await conversation(company);
    const flowId = await flowOf(
      ['points', 'loyalty.points', { points: 20, goal: 20 }],
      ['text', 'messageNode', { label: 'Você tem %pontos% pontos' }],
    );
    await admin.put(`/tickets/${id}/automatic-service`, { isAutomaticService: true, notify: 'automatic', flowId });
    await vi.waitFor(async () => expect(await repliesIn(id)).toEqual(['Você tem 20 pontos']), soon);
  });

  test('flow-trigger: a sent parcel starts the flow that is named, with its variables', async () => {
    const { id } = await conversation(company);
    const flowId = await flowOf(['text', 'messageNode', { label: 'Rastreie por %rastreio%' }]);
    const none = await admin.post(`/shipments/${id}/sent`, { by: 'road', code: 'BR1' });
    expect(none.body).toEqual({ started: false });
    await admin.post(`/shipments/${id}/sent`, { by: 'air', code: 'BR2', flowId });
    await vi.waitFor(async () => expect(await repliesIn(id)).toEqual(['Rastreie por BR2']), soon);
  });
}

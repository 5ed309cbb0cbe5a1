import { api } from '@balcao/sdk/client';
import { channelId } from '../../contract.ts';

/** Creates a connection with this entry queue, and pairs it. */
export async function createConnection(name: string, entryQueueId: number): Promise<number> {
  const { id } = await api.post<{ id: number }>('/whatsapp', {
    name,
    channel: channelId,
    queueIds: [],
    keyWordQueueId: entryQueueId,
  });
  await api.put(`/whatsappsession/${id}`);
  await api.post(`/sandbox/${id}/pair`, {});
  return id;
}

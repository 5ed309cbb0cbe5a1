import type { Scope } from '@balcao/sdk/server';
import type { OutboundMessage } from '@balcao/connections/contract';
import type { Account } from '../account/account.ts';
import { graph, GraphUnreachable } from '../graph/graph.ts';

/** Uploads a file of the company to Meta, which stores it for 30 days. Returns its id there. */
export const uploadMedia = async (
  { path, name, mime }: NonNullable<OutboundMessage['media']>,
  account: Account,
  scope: Scope,
): Promise<string> => {
  const { stream } = await scope.storage.read(path);
  const chunks: Buffer<ArrayBuffer>[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer<ArrayBuffer>>) chunks.push(chunk);
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', mime);
  form.set('file', new Blob(chunks, { type: mime }), name);
  const { id } = await graph<{ id?: string }>(account, `${account.phoneNumberId}/media`, {
    method: 'POST',
    body: form,
    signal: scope.signal,
  });
  if (!id) throw new GraphUnreachable(true, new Error('Meta’s answer has no id'));
  return id;
};

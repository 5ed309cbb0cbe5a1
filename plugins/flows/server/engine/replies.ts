import type { Scope } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import type { FlowReply } from '../../contract.ts';

/** Returns a message as nodes receive it. */
export const replyOf = ({ id, body, choice, files, dataJson }: MessageView): FlowReply => {
  const [file] = files;
  return {
    id,
    body,
    choice: choice ?? null,
    file: file ? { path: file.url, name: file.name, mime: file.mime, size: file.size, type: file.type } : null,
    data: dataJson,
  };
};

/** Reads messages by their ids; deleted ones are left out. `known` saves the query for the one that just arrived. */
export const repliesOf = async (scope: Scope, ids: readonly number[], known?: MessageView): Promise<FlowReply[]> => {
  const replies: FlowReply[] = [];
  for (const id of ids) {
    const message = known?.id === id ? known : await scope.use(tickets).message(id);
    if (message && !message.isDeleted) replies.push(replyOf(message));
  }
  return replies;
};

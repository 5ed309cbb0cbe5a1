import { useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Album } from '@balcao/sdk/chat';
import type { AlbumPicture } from '@balcao/sdk/chat';
import type { MessageView } from '../../../contract.ts';
import type { Outbox, OutboxEntry } from '../../model/outbox.ts';
import { useViewStore } from '../../view/scope.ts';
import { viewedPictureAtom } from './viewed-picture.ts';

const stored = ({ id, clientId, mediaUrl, mediaName }: MessageView): AlbumPicture => ({
  id: clientId ?? String(id),
  messageId: id,
  media: { type: 'image', url: mediaUrl ?? '', name: mediaName },
});
const onItsWay = ({ clientId, file, progress, state }: OutboxEntry): AlbumPicture => ({
  id: clientId,
  media: { type: 'image', url: file?.preview ?? '', name: file?.file.name },
  progress: state === 'sending' ? progress : 0,
});

export interface MessageAlbumProps {
  /** In the order they were sent. */
  messages: readonly MessageView[];
  /** Those of the same go that are still on their way, after them: four or more with these. */
  pending?: readonly OutboxEntry[] | undefined;
  outbox?: Outbox | undefined;
  ticketId: number;
  when: ReactNode;
}

/** Pictures that were sent in one go: what is opened walks through all of the conversation. */
export function MessageAlbum({ messages, pending, outbox, ticketId, when }: MessageAlbumProps) {
  const show = useSetAtom(viewedPictureAtom, useViewStore());
  const pictures = useMemo(() => [...messages.map(stored), ...(pending ?? []).map(onItsWay)], [messages, pending]);
  return (
    <Album
      pictures={pictures}
      when={when}
      onOpen={({ messageId }) => {
        const message = messages.find(({ id }) => id === messageId);
        if (message) show({ ticketId, message });
      }}
      onCancel={({ id }) => outbox?.discard(id)}
    />
  );
}

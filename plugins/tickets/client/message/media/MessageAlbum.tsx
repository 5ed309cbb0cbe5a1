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
  /** In the order in which they were sent. */
  messages: readonly MessageView[];
  /** Pictures of the album that are still being sent, after the stored ones: four or more in total. */
  pending?: readonly OutboxEntry[] | undefined;
  outbox?: Outbox | undefined;
  ticketId: number;
  when: ReactNode;
}

/** Pictures sent together; opening one shows those of the whole conversation. */
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

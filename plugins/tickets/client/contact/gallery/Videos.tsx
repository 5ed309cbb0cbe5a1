import { Play20Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { Enlarged } from '../Enlarged.tsx';
import { useTileStyles } from './tile-styles.ts';

/** Videos as square tiles; one is played over the page. */
export function Videos({ messages }: { messages: MessageView[] }) {
  const styles = useTileStyles();
  const t = useT();
  const format = useFormat();
  const [played, setPlayed] = useState<MessageView>();
  return (
    <>
      <ul className={styles.grid}>
        {messages.map((message) => (
          <li key={message.mediaUrl}>
            <button
              type="button"
              className={styles.tile}
              title={message.mediaName ?? format.dateTime(message.createdAt)}
              aria-label={t('gallery.play', { date: format.dateTime(message.createdAt) })}
              onClick={() => setPlayed(message)}
            >
              <Play20Filled aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {played && (
        <Enlarged name={played.mediaName ?? t('media.video')} width={720} onClose={() => setPlayed(undefined)}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- customers send no captions */}
          <video src={mediaUrl(played.mediaUrl ?? '')} controls autoPlay />
        </Enlarged>
      )}
    </>
  );
}

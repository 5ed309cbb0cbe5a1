import { useSetAtom } from 'jotai';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { viewedPictureAtom } from '../../message/media/viewed-picture.ts';
import { useViewStore } from '../../view/scope.ts';
import { useTileStyles } from './tile-styles.ts';

/** Pictures as square tiles; one can be opened full screen. */
export function Pictures({ ticketId, messages }: { ticketId: number; messages: MessageView[] }) {
  const styles = useTileStyles();
  const t = useT();
  const format = useFormat();
  const view = useSetAtom(viewedPictureAtom, useViewStore());
  return (
    <ul className={styles.grid}>
      {messages.map((message) => (
        <li key={message.mediaUrl}>
          <button
            type="button"
            className={styles.tile}
            title={format.dateTime(message.createdAt)}
            aria-label={t('gallery.see', { date: format.dateTime(message.createdAt) })}
            onClick={() => view({ ticketId, message })}
          >
            <img className={styles.picture} src={mediaUrl(message.mediaUrl ?? '')} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  );
}

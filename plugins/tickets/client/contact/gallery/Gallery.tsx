import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useErrorText, useT } from '@balcao/sdk/client';
import { Segment } from '@balcao/sdk/ui';
import type { TicketView } from '../../../contract.ts';
import { PanelSection } from '../PanelSection.tsx';
import { FileLines, LinkLines } from './lines.tsx';
import { Pictures } from './Pictures.tsx';
import { galleryKinds, useGallery } from './useGallery.ts';
import type { GalleryKind } from './useGallery.ts';
import { Videos } from './Videos.tsx';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '8px', alignItems: 'flex-start' },
  whole: { width: '100%' },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  more: { marginLeft: '-8px' },
});

/** The media of this conversation: pictures, videos, documents, links. */
export function Gallery({ ticket }: { ticket: TicketView }) {
  return (
    <PanelSection name="gallery" label="gallery.title" isFirstOpen={false}>
      <GalleryOf ticket={ticket} />
    </PanelSection>
  );
}

function GalleryOf({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  const [kind, setKind] = useState<GalleryKind>('image');
  const { messages, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGallery(ticket.id, kind);
  return (
    <div className={styles.body}>
      <div className={styles.whole}>
        <Segment<GalleryKind>
          label={t('gallery.title')}
          value={kind}
          onChange={setKind}
          options={galleryKinds.map((value) => ({ value, label: t(`gallery.${value}`) }))}
        />
      </div>
      {error && !messages && (
        <p className={styles.text}>
          {textOf(error)}{' '}
          <Button size="small" appearance="transparent" onClick={() => void refetch()}>
            {t('log.retry')}
          </Button>
        </p>
      )}
      {messages?.length === 0 && <p className={styles.text}>{t(`gallery.none.${kind}`)}</p>}
      {messages && messages.length > 0 && (
        <div className={styles.whole}>
          {kind === 'image' && <Pictures ticketId={ticket.id} messages={messages} />}
          {kind === 'video' && <Videos messages={messages} />}
          {kind === 'document' && <FileLines messages={messages} />}
          {kind === 'link' && <LinkLines messages={messages} />}
        </div>
      )}
      {hasNextPage && (
        <Button
          size="small"
          appearance="transparent"
          className={styles.more}
          disabledFocusable={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('gallery.more')}
        </Button>
      )}
    </div>
  );
}

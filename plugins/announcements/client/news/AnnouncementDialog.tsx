import { useState } from 'react';
import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { Play20Regular } from '@fluentui/react-icons';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import { DialogFrame, VideoFrame } from '@balcao/sdk/ui';
import type { Announcement } from '../../contract.ts';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: '16px' },
  picture: {
    display: 'block',
    width: '100%',
    maxHeight: '320px',
    objectFit: 'contain',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  text: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', lineHeight: tokens.lineHeightBase400 },
  watch: { alignSelf: 'flex-start' },
});

export interface AnnouncementDialogProps {
  announcement: Announcement;
  onClose(): void;
}

/** One announcement: title, picture, text and video. YouTube is contacted only when the video is played. */
export default function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const [watches, setWatches] = useState(false);
  const { title, text, video, mediaPath, createdAt, publishedAt } = announcement;
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogFrame
        title={title}
        subtitle={format.date(publishedAt ?? createdAt)}
        onClose={onClose}
        footer={
          <Button appearance="primary" onClick={onClose}>
            {t('news.close')}
          </Button>
        }
      >
        <div className={styles.parts}>
          {mediaPath && <img className={styles.picture} src={mediaUrl(mediaPath)} alt={t('news.picture', { title })} />}
          <p className={styles.text}>{text}</p>
          {video !== '' &&
            (watches ? (
              <VideoFrame code={video} title={t('news.video', { title })} />
            ) : (
              <Button className={styles.watch} icon={<Play20Regular />} onClick={() => setWatches(true)}>
                {t('news.watch')}
              </Button>
            ))}
        </div>
      </DialogFrame>
    </Dialog>
  );
}

import { Button, Dialog, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Clock16Regular, ImageOff20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, api, useT } from '@balcao/sdk/client';
import { RichText } from '@balcao/sdk/chat';
import { DialogFrame, SkeletonRows } from '@balcao/sdk/ui';
import type { MessageView } from '@balcao/tickets/contract';
import { timeLeft } from './time-left.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '6px', padding: '4px' },
  media: { display: 'block', objectFit: 'cover', borderRadius: '6px', backgroundColor: tokens.colorNeutralBackground3 },
  mention: { width: '158px', height: '204px' },
  reply: { width: '44px', height: '60px' },
  quote: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '6px',
    borderRadius: '6px',
    borderLeft: `3px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  gone: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '10px',
    borderRadius: '6px',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
  },
  text: { padding: '0 6px' },
  frame: { position: 'relative', width: '158px' },
  left: {
    position: 'absolute',
    left: '8px',
    bottom: '10px',
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusCircular,
    color: '#ffffff',
    backgroundColor: 'rgb(0 0 0 / .72)',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  view: {
    justifySelf: 'start',
    minWidth: 0,
    padding: '0 6px',
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightRegular,
  },
  beside: { display: 'grid', justifyItems: 'start' },
  owner: { padding: '0 6px', color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  whole: { display: 'block', maxWidth: '100%', maxHeight: '70vh', margin: '0 auto', borderRadius: '8px' },
});

interface Shown {
  url: string;
  isFilm: boolean;
}

/** Fetches a story into this page’s memory: it is stored nowhere. */
function useStory(message: MessageView): { shown: Shown | undefined; isGone: boolean } {
  const hasLink = Boolean(message.context?.url);
  const { data, error } = useQuery({
    queryKey: ['meta', 'story', message.id],
    queryFn: async () => (await api.file(`/meta/stories/${message.id}`)).blob,
    enabled: hasLink,
    retry: (tries, failure) => tries < 2 && !(failure instanceof ApiError && failure.status < 500),
    staleTime: 5 * 60_000,
    gcTime: 0,
  });
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (!data) return setShown(undefined);
    const url = URL.createObjectURL(data);
    setShown({ url, isFilm: data.type.startsWith('video/') });
    return () => URL.revokeObjectURL(url);
  }, [data]);
  return { shown, isGone: !hasLink || error !== null };
}

/** The time that is left to a story, followed by the clock. */
function Remaining({ sentAt }: { sentAt: string }) {
  const t = useT();
  const styles = useStyles();
  const [now, setNow] = useState(Date.now);
  const left = timeLeft(sentAt, now);
  const nextMs = left?.nextMs;
  useEffect(() => {
    if (nextMs === undefined) return;
    const timer = setTimeout(() => setNow(Date.now()), nextMs);
    return () => clearTimeout(timer);
  }, [nextMs, now]);
  if (!left) return null;
  return (
    <span className={styles.left}>
      <Clock16Regular aria-hidden="true" />
      {t(`story.left.${left.unit}`, { count: left.count })}
    </span>
  );
}

/** The whole story, which the bubble shows cropped. */
function Viewer({ shown, onClose }: { shown: Shown; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('story.picture')}
        width={520}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('story.close')}</Button>}
      >
        {shown.isFilm ? (
          <video className={styles.whole} src={shown.url} controls autoPlay aria-label={t('story.picture')} />
        ) : (
          <img className={styles.whole} src={shown.url} alt={t('story.picture')} />
        )}
      </DialogFrame>
    </Dialog>
  );
}

/** The picture or film in the bubble. */
function StoryMedia({ shown, isMention }: { shown: Shown; isMention: boolean }) {
  const t = useT();
  const styles = useStyles();
  const shape = mergeClasses(styles.media, isMention ? styles.mention : styles.reply);
  return shown.isFilm ? (
    <video className={shape} src={shown.url} muted aria-label={t('story.picture')} />
  ) : (
    <img className={shape} src={shown.url} alt={t('story.picture')} />
  );
}

/** A message about a story: its picture while Meta has it, a sentence afterwards. */
export default function StoryMessage({ message }: { message: MessageView }) {
  const t = useT();
  const styles = useStyles();
  const { shown, isGone } = useStory(message);
  const [isOpen, setOpen] = useState(false);
  const isMention = message.context?.kind === 'story-mention';
  const view = shown && (
    <Button className={styles.view} size="small" appearance="transparent" onClick={() => setOpen(true)}>
      {t('story.view')}
    </Button>
  );
  const story = (): ReactNode => {
    if (isGone)
      return (
        <div className={styles.gone}>
          <ImageOff20Regular aria-hidden="true" />
          {t('story.gone')}
        </div>
      );
    if (!isMention)
      return (
        <div className={styles.quote}>
          {shown ? <StoryMedia shown={shown} isMention={false} /> : <SkeletonRows rows={1} height={60} />}
          <span className={styles.beside}>
            <span className={styles.owner}>{t('story.yours')}</span>
            {view}
          </span>
        </div>
      );
    if (!shown) return <SkeletonRows rows={1} height={204} />;
    return (
      <>
        <div className={styles.frame}>
          <StoryMedia shown={shown} isMention />
          <Remaining sentAt={message.createdAt} />
        </div>
        {view}
      </>
    );
  };
  return (
    <div className={styles.all}>
      {story()}
      {!isMention && message.body !== '' && (
        <div className={styles.text}>
          <RichText text={message.body} />
        </div>
      )}
      {isOpen && shown && <Viewer shown={shown} onClose={() => setOpen(false)} />}
    </div>
  );
}

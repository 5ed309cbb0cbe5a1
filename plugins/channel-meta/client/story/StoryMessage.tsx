import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ImageOff20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, api, useT } from '@balcao/sdk/client';
import { RichText } from '@balcao/sdk/chat';
import { SkeletonRows } from '@balcao/sdk/ui';
import type { MessageView } from '@balcao/tickets/contract';

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

/** A message about a story: its picture while Meta has it, a sentence afterwards. */
export default function StoryMessage({ message }: { message: MessageView }) {
  const t = useT();
  const styles = useStyles();
  const { shown, isGone } = useStory(message);
  const isMention = message.context?.kind === 'story-mention';
  const shape = mergeClasses(styles.media, isMention ? styles.mention : styles.reply);
  const story = () => {
    if (isGone)
      return (
        <div className={styles.gone}>
          <ImageOff20Regular aria-hidden="true" />
          {t('story.gone')}
        </div>
      );
    if (!shown) return <SkeletonRows rows={1} height={isMention ? 204 : 60} />;
    if (shown.isFilm)
      return <video className={shape} src={shown.url} controls={isMention} muted aria-label={t('story.picture')} />;
    return <img className={shape} src={shown.url} alt={t('story.picture')} />;
  };
  return (
    <div className={styles.all}>
      {isMention || isGone ? (
        story()
      ) : (
        <div className={styles.quote}>
          {story()}
          {t('story.picture')}
        </div>
      )}
      {!isMention && message.body !== '' && (
        <div className={styles.text}>
          <RichText text={message.body} />
        </div>
      )}
    </div>
  );
}
